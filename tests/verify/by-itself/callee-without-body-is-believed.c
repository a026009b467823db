//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What a function without body promises is believed, and what it requires is asked.
//@ requires 0 <= count < 10;
//@ ensures \result == count + 1;
int next(int count);
//@ requires 0 <= x < 9;
//@ ensures \result == x + 2;
int f(int x)
{
    return next(next(x));
}
