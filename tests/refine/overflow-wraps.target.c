//@ run: refine %s tests/refine/overflow-wraps.source.c
//@ truth: fails
//@ verdict: false(refinement)
// k < 5 * n is not i < n on the machine: 5 * n wraps.
int n;
int f(void)
{
    int m = n;
    return 0 < 5 * m;
}
