//@ run: refine %s tests/refine/results-of-calls-change-places.source.c
//@ truth: holds
//@ verdict: true
// The first result is added last.
extern int next(void);
int f(void)
{
    int a = next();
    int b = next();
    return a + b;
}
