//@ run: refine %s tests/refine/unknown/bits-of-unbounded-integers.source.c --ints unbounded
//@ verdict: unknown(unsupported)
//@ shows: operations on bits while integers are unbounded
// A mathematical integer has no last 32 bits.
int x;
void f(int n)
{
    x = n ^ 5;
}
