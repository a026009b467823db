//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Only one value of the 2^32 fails, so only the solver's value for `x` finds the run.
extern void reach_error(void);
int main(void)
{
    unsigned x, y;
    if (x * 7919u == 123456789u && y == x + 1u)
        reach_error(); //~ violated unreach-call
    return 0;
}
