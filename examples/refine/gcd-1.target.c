//@ run: refine %s examples/refine/gcd-1.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 3
// Concurrent GCD, first thread (Fig. 3): the target.
// The atomic body of the loop is refined to single statements: what thread 2 writes
// matters only while a < b.
//@ atomic statements;
//@ env preserves a, m;
//@ env b: only if a < b;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int a, b, m;

void t1(void)
{
    int x1, x2;
    m = 0;
    while (m == 0) {
        x1 = a;
        x2 = b;
        if (x1 == x2)
            m = 1;
        if (x1 > x2)
            a = x1 - x2;
    }
}
