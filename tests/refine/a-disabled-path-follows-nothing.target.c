//@ run: refine %s tests/refine/a-disabled-path-follows-nothing.source.c
//@ truth: fails
//@ verdict: false(refinement)
// The source gets to the end only while x is 1; that it would be related there is no answer.
//@ env none;
extern void __VERIFIER_assume(int);
int x;
void f(void)
{
}
