//@ run: refine %s examples/refine/cross-jumping.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 12
// Cross jumping (Fig. 12): the target.
// Right whatever others do.
//@ atomic statements;
//@ env "cross-jumping.env.c";
int a, b, c, x, y;

void f(void)
{
    if (x > 0) {
        a = a + 5;
    } else {
        b = b + 4;
    }
    if (y < 0) {
        b = 0;
    }
}
