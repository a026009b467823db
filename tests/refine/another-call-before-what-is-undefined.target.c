//@ run: refine %s tests/refine/another-call-before-what-is-undefined.source.c
//@ truth: fails
//@ verdict: false(refinement)
// What the source does is undefined in any case, but only behind a call that the target does not make.
extern int next(void);
int f(int p)
{
    return 1;
}
