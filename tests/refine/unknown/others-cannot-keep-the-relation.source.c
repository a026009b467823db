// See others-cannot-keep-the-relation.target.c.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, busy;
void f(void)
{
    busy = 1;
    __VERIFIER_atomic_begin();
    x = 2;
    busy = 0;
    __VERIFIER_atomic_end();
}
