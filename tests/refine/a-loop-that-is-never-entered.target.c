//@ run: refine %s tests/refine/a-loop-that-is-never-entered.source.c
//@ truth: holds
//@ verdict: true
// It has no end, and no place that is looked at: it is shown that nobody comes there.
int x, y;
int f(int p)
{
    int a = 0;
    if (p)
        x = 1;
    else
        x = 1;
    if (a)
        while (1)
            a = y;
    return a;
}
