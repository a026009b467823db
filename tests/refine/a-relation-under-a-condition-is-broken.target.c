//@ run: refine %s tests/refine/a-relation-under-a-condition-is-broken.source.c
//@ truth: fails
//@ verdict: false(refinement)
// While busy is 1 nobody looks, so that the order of x and y does not matter; but y comes too late.
//@ relate busy;
//@ relate busy == 1 || tgt.x == src.x;
//@ relate busy == 1 || tgt.y == src.y;
//@ env busy: only if busy != 1 && new(busy) != 1;
//@ env x: only if busy != 1;
//@ env y: only if busy != 1;
int x, y, busy;
int f(void)
{
    busy = 1;
    x = 1;
    busy = 0;
    y = 1;
    return 0;
}
