//@ run: refine %s examples/refine/strength-reduction.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 6
// Strength reduction (Fig. 6): the target.
// k = 5 * i, also where both wrap.
//@ atomic statements;
//@ private k;
//@ env "strength-reduction.env.c";
int i, n, k, x;

void loop(void)
{
    i = 0;
    k = 0;
    while (i < n) {
        x = x + k;
        i = i + 1;
        k = k + 5;
    }
}
