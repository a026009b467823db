// Concurrent GCD, first thread (Fig. 3): the source.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int a, b, m;

void t1(void)
{
    m = 0;
    while (m == 0) {
        __VERIFIER_atomic_begin();
        if (a == b)
            m = 1;
        if (a > b)
            a = a - b;
        __VERIFIER_atomic_end();
    }
}
