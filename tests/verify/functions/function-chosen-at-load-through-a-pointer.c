//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Which function it is, a function decides when the program is loaded.
extern void reach_error(void);
static int one(void)
{
    return 1;
}
static int (*choose(void))(void)
{
    return one;
}
int chosen(void) __attribute__((ifunc("choose")));
int main(void)
{
    int (*f)(void) = chosen;
    if (f() == 1)
        reach_error();
    return 0;
}
