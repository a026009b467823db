//@ run: refine %s tests/refine/a-value-that-a-parameter-must-have.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Only where the low byte of p is zero and p is not: no value that either program names.
int f(int p)
{
    return (signed char)p == 0;
}
