//@ run: refine %s examples/refine/if-optimisation-1.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 10
// If optimisation, the second test inside the first (Fig. 10): the target.
// The second test has the outcome of the first.
//@ atomic statements;
//@ env "if-optimisation-1.env.c";
int x, y, z, n, b;

void f(void)
{
    if (x > n) {
        y = y + 1;
        z = z + 1;
        x = y + z;
    }
}
