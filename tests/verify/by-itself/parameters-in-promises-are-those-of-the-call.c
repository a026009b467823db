//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What the body does to its parameter is not what a promise speaks of.
//@ requires 0 <= x < 1000;
//@ ensures \result == x * 2;
int f(int x)
{
    x = x + x;
    return x;
}
