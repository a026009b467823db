//@ run: refine %s tests/refine/a-test-that-is-repeated-in-vain.source.c
//@ truth: fails
//@ verdict: false(refinement)
// One the first time and zero the second: the source, which must read zero, cannot know yet.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return a && !b;
}
