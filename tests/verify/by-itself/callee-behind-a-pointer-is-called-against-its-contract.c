//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// A call through a pointer has to give what is required, too.
//@ requires n > 0; //~ violated unreach-call
static int half(int n)
{
    return n / 2;
}
int f(int x)
{
    int (*operation)(int) = half;
    return operation(x);
}
