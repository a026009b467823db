//@ run: refine %s examples/refine/gcd-2.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 3
// Concurrent GCD, second thread (Fig. 3): the target.
// The other thread.
//@ atomic statements;
//@ env preserves b, n;
//@ env a: only if a > b;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int a, b, n;

void t2(void)
{
    int y1, y2;
    n = 0;
    while (n == 0) {
        y1 = a;
        y2 = b;
        if (y1 == y2)
            n = 1;
        if (y1 < y2)
            b = y2 - y1;
    }
}
