//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The clause that does not hold is the place of the fault.
//@ requires 0 <= x < 100;
//@ ensures \result == x + 2; //~ violated unreach-call
int f(int x)
{
    if (x > 10)
        return 0;
    return x & 1;
}
