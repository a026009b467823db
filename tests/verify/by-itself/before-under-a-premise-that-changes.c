//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The premise does not hold before the call, and what is asked about is the value of then.
//@ requires *p == 7 && *q == 1;
//@ ensures *q == 5 ==> *p == \old(*p); //~ violated unreach-call
void f(int *p, int *q)
{
    *q = 5;
    *p = 0;
}
