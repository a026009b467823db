// Concurrent GCD, second thread (Fig. 3): the source.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int a, b, n;

void t2(void)
{
    n = 0;
    while (n == 0) {
        __VERIFIER_atomic_begin();
        if (a == b)
            n = 1;
        if (a < b)
            b = b - a;
        __VERIFIER_atomic_end();
    }
}
