//@ run: refine %s tests/refine/different-types.source.c
//@ verdict: unknown(unsupported)
//@ shows: `x`, which has different types in the two programs
// What has another type is not silently left out.
long x;
void set(void)
{
    x = 1;
}
