//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// One past the end of an array may be the start of another.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int a[2], b[2];

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    int *end = a + 2;
    int *start = b;
    if (end == start)
        reach_error();
    return 0;
}
