//@ run: refine %s tests/refine/undefined-in-the-target.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The target divides where the source does not.
int x;
int f(int d, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int r = 100 / d;
    return r - r;
}
