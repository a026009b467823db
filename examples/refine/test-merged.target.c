//@ run: refine %s examples/refine/test-merged.source.c
//@ truth: holds
//@ verdict: true
// Two equal tests merged: the target.
// Nobody else writes what is tested.
//@ env preserves x;
int x, y, z;

void marks(void)
{
    if (x > 0) {
        y = 1;
        z = 1;
    }
}
