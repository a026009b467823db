//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What the premise is about changes, and what the promise is about does not.
//@ ensures *q == 5 ==> *p == \old(*p);
void f(int *p, int *q)
{
    *q = 5;
}
