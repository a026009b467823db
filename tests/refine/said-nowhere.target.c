//@ run: refine %s tests/refine/said-nowhere.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Without a word about others they may write anything between the two reads.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return a + b;
}
