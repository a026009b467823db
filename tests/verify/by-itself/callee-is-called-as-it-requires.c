//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What a callee requires is asked where it is called.
//@ requires n > 0;
static int half(int n)
{
    return n / 2;
}
int f(int x)
{
    return x > 3 ? half(x) : 0;
}
