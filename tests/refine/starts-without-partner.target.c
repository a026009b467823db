//@ run: refine %s tests/refine/starts-without-partner.source.c
//@ verdict: unknown(inconclusive)
//@ shows: no partner in the source
// No start of the source goes with a negative n.
//@ requires src.n >= 0;
int n;
int f(void)
{
    return 0;
}
