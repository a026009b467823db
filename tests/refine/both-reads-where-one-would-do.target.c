//@ run: refine %s tests/refine/both-reads-where-one-would-do.source.c
//@ truth: holds
//@ verdict: true
// The target reads y even where the source has its answer from x alone.
int x, y;
int f(void)
{
    int a = x;
    int b = y;
    return a && b;
}
