//@ run: refine %s tests/refine/others-see-a-difference.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ shows: it would be right if no other thread wrote `busy`: `//@ env preserves busy;`
// While it is busy nobody looks at x, so that the order does not matter; but others may say that it is
// not busy any more, and then they see the difference.
//@ relate busy == 1 || tgt.x == src.x;
//@ env x: only if busy != 1;
int x, y, busy;
void f(void)
{
    busy = 1;
    x = 1;
    y = 1;
    busy = 0;
}
