//@ run: refine %s examples/refine/racy-load-hoisted.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `x`
// A load hoisted out of a loop while others write it: the target.
// In the second iteration others may have written x.
//@ env preserves y;
int x, y;

void sum(int n)
{
    int t = x;
    for (int i = 0; i < n; i++)
        y = y + t;
}
