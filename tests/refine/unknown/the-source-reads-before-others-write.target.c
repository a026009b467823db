//@ run: refine %s tests/refine/unknown/the-source-reads-before-others-write.source.c
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: it would have to guess early
// The source follows every run: it reads 0 before others write. That it has to do so before the target
// takes its first step was forgotten, and the answer was DOES-NOT-REFINE.
//@ requires x == 0;
int x;
int f(void)
{
    int b = x;
    return b;
}
