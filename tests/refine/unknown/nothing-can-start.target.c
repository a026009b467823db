//@ run: refine %s tests/refine/unknown/nothing-can-start.source.c
//@ verdict: unknown(inconclusive)
//@ shows: no state satisfies what is required at the start
// A requirement that contradicts itself would make every claim true.
//@ requires x > 0 && x < 0;
int x;
void f(void)
{
    x = 1;
}
