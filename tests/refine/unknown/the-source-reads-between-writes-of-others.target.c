//@ run: refine %s tests/refine/unknown/the-source-reads-between-writes-of-others.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: it would have to guess early
// Others count x down by one, so that it is 1 before it is 0, and the source may read it then. Nobody
// let the source act between two steps of others, and the answer was DOES-NOT-REFINE.
//@ requires x == 2;
//@ env x: only if new(x) == x - 1;
int x;
int f(void)
{
    int b = x;
    return b == 0;
}
