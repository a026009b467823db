//@ run: refine %s tests/refine/a-call-that-is-left-out.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Calls are seen: once is not twice, whatever the second one gives.
extern int next(void);
int f(void)
{
    int a = next();
    return a + a;
}
