//@ run: refine %s tests/refine/an-element-that-nobody-uses-is-preserved.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The clause speaks of elements that neither program reads; the one that they read may change.
//@ env preserves a[1], a[2];
int a[3];
int f(void)
{
    int first = a[0];
    int second = a[0];
    return first == second;
}
