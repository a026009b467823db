//@ run: refine %s tests/refine/a-call-before-what-is-undefined.source.c
//@ truth: holds
//@ verdict: true
// The call is seen, and then both may be undefined: one step of two that are told apart.
extern int next(void);
int f(void)
{
    int a = next();
    return (a + a) << 31;
}
