//@ run: refine %s examples/refine/stable-load-hoisted.source.c
//@ truth: holds
//@ verdict: true
// A load of what nobody else writes, hoisted out of a loop: the target.
// The load gives the same value in every iteration.
//@ env preserves x;
int x, y;

void sum(int n)
{
    int t = x;
    for (int i = 0; i < n; i++)
        y = y + t;
}
