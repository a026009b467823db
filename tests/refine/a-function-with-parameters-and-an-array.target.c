//@ run: refine %s tests/refine/a-function-with-parameters-and-an-array.source.c --entry add
//@ truth: holds
//@ verdict: true
// One of three functions, with two parameters, a global and an array at an index that is not known.
int buffer[2], total;
int unused(int at)
{
    return at;
}
int add(int at, unsigned char by)
{
    if ((unsigned)at >= 2)
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
