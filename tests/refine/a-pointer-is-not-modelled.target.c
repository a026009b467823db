//@ run: refine %s tests/refine/a-pointer-is-not-modelled.source.c
//@ verdict: unknown(unsupported)
//@ shows: an access through a pointer, line
// The place that is read is not known.
int x;
int f(int *p)
{
    return *p;
}
