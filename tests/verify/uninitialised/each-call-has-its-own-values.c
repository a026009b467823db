//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The same variable of two activations holds two values.
extern void reach_error(void);
static unsigned any(void)
{
    unsigned x;
    return x * 7919u;
}
int main(void)
{
    unsigned first = any(), second = any();
    if (first == 123456789u && second == 987654321u)
        reach_error(); //~ violated unreach-call
    return 0;
}
