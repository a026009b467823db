//@ run: refine %s examples/refine/induction-variable.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 7
// Induction variable elimination (Fig. 7): the target.
// k < 5 * n stands for i < n only if nothing overflows, so integers are unbounded here.
//@ atomic statements;
//@ ints unbounded;
//@ private i;
//@ env "induction-variable.env.c";
int i, n, k, x;

void loop(void)
{
    k = 0;
    while (k < 5 * n) {
        x = x + k;
        k = k + 5;
    }
}
