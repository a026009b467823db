//@ run: refine %s tests/refine/said-in-a-file-beside-it.source.c --relate tests/refine/input/others-preserve-x.txt
//@ truth: holds
//@ verdict: true
// Two reads for one are right where nobody else writes; that is said in a file of its own.
int x;
int f(void)
{
    int a = x;
    int b = x;
    return a + b;
}
