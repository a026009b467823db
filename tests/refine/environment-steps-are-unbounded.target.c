//@ run: refine %s tests/refine/environment-steps-are-unbounded.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Others add 2 as often as they like: a bound on their steps would miss the third.
//@ atomic statements;
//@ env "input/adds-two.c";
int y;
int f(void)
{
    int a = y;
    int b = y;
    return b - a > 4;
}
