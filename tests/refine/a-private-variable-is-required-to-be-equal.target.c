//@ run: refine %s tests/refine/a-private-variable-is-required-to-be-equal.source.c
//@ truth: holds
//@ verdict: true
// The requirement says which state of the source goes with one of the target.
//@ private x;
//@ requires src.x == tgt.x;
int x;
int f(void)
{
    x = x + 2;
    return x;
}
