//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What was before is looked at only where the premise holds.
//@ ensures p != 0 ==> *p == \old(*p);
void f(int *p)
{
    if (p)
        (void)*p;
}
