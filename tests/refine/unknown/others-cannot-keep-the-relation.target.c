//@ run: refine %s tests/refine/unknown/others-cannot-keep-the-relation.source.c
//@ verdict: unknown(inconclusive)
//@ shows: the environment cannot keep the relation
//@ shows: it would be right if no other thread wrote `busy`: `//@ env preserves busy;`
// While it is busy nobody looks at x; but others may say that it is not busy any more, and then nothing
// that they could do to the source makes it look the same.
//@ relate busy == 1 || tgt.x == src.x;
//@ env x: only if busy != 1;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, busy;
void f(void)
{
    __VERIFIER_atomic_begin();
    busy = 1;
    x = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = 2;
    busy = 0;
    __VERIFIER_atomic_end();
}
