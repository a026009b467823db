//@ run: refine %s tests/refine/unknown/others-cannot-keep-the-relation.source.c
//@ verdict: unknown(inconclusive)
//@ shows: the environment cannot keep the relation
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
