//@ run: refine %s tests/refine/others/a-copy-that-is-old.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Others keep a copy of x and write it back later: it may be older than what was written meanwhile.
// A run that shows it needs one of them that stops between its two steps.
//@ env "a-copy-that-is-old.env.c";
//@ requires x == 0;
int x;
int f(void)
{
    x = 5;
    return x == 0;
}
