//@ run: refine %s examples/refine/invariant-hoisting.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 5
// Invariant hoisting (Fig. 5): the target.
// t is private, and nobody else writes x.
//@ atomic statements;
//@ private t;
//@ env "invariant-hoisting.env.c";
int i, n, t, x, k;

void loop(void)
{
    t = x + 5;
    while (i < n) {
        i = 2 * i + t;
    }
}
