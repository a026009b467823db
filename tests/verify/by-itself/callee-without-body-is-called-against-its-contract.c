//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The second call may pass the bound.
//@ requires 0 <= count < 10; //~ violated unreach-call
//@ ensures \result == count + 1;
int next(int count);
//@ requires 0 <= x < 10;
int f(int x)
{
    return next(next(x));
}
