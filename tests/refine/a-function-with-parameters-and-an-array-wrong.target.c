//@ run: refine %s tests/refine/a-function-with-parameters-and-an-array-wrong.source.c --entry add
//@ truth: fails
//@ verdict: false(refinement)
// The order of the two tests is kept, but one is off by one: the last element is never written.
int buffer[2], total;
int unused(int at)
{
    return at;
}
int add(int at, unsigned char by)
{
    if ((unsigned)at >= 1)
        return -1;
    int old = buffer[at];
    buffer[at] = by + old;
    total = by + total;
    return old;
}
int last(void)
{
    return 0;
}
