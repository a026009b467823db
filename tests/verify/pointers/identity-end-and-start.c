//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// One past the end of an array may be the start of another.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int a[2], b[2];

int main(void)
{
    int *end = a + 2;
    int *start = b;
    if (end == start)
        reach_error();
    return 0;
}
