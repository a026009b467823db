//@ run: refine %s tests/refine/integers-with-bounds.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The largest integer and one more.
int f(int a)
{
    return 1;
}
