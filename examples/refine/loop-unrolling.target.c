//@ run: refine %s examples/refine/loop-unrolling.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 14
// Loop unrolling (Fig. 14): the target.
// 2 * n is even, also where it wraps.
//@ atomic statements;
//@ private i;
//@ env "loop-unrolling.env.c";
int i, n, x, a;

void f(void)
{
    i = 0;
    while (i < 2 * n) {
        x = x + 1;
        x = x + 1;
        i = i + 2;
    }
}
