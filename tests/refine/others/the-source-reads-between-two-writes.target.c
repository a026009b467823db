//@ run: refine %s tests/refine/others/the-source-reads-between-two-writes.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
// The source may read x between the two writes of another thread. They were taken as one step, and the
// answer was DOES-NOT-REFINE.
//@ env "the-source-reads-between-two-writes.env.c";
//@ requires x == 2;
int x;
int f(void)
{
    int b = x;
    return b == 0;
}
