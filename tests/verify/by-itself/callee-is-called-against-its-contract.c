//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A call that does not give what is required.
//@ requires n > 0; //~ violated unreach-call
static int half(int n)
{
    return n / 2;
}
int f(int x)
{
    return half(x);
}
