//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A local object may lie where that of a call before was.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int *last;

static int again(void)
{
    int x = 0;
    int *now = &x;
    int same = last == now;
    last = now;
    return same;
}

int main(void)
{
    again();
    if (again())
        reach_error();
    return 0;
}
