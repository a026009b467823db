//@ run: refine %s tests/refine/no-overflow-is-required.source.c
//@ truth: holds
//@ verdict: true
// The same where numbers are small.
//@ requires tgt.m > -1000 && tgt.m < 1000;
int f(int m)
{
    return 0 < 5 * m;
}
