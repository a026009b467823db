//@ run: refine %s tests/refine/said-in-the-source.source.c
//@ truth: holds
//@ verdict: true
// Two reads for one are right where nobody else writes; that is said in the other file.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return a + b;
}
