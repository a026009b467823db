//@ run: refine %s examples/refine/if-optimisation-2.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 11
// If optimisation, one test behind the other (Fig. 11): the target.
// The second test has the outcome of the first.
//@ atomic statements;
//@ env "if-optimisation-2.env.c";
int x, y, z, n, b;

void f(void)
{
    if (x > n) {
        y = y + 1;
        z = z + 1;
    }
    x = y + z;
}
