//@ run: refine %s examples/refine/constant-folding.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 9
// Constant folding and constant propagation (Fig. 9): the target.
// Nobody else writes x and y.
//@ atomic statements;
//@ env "constant-folding.env.c";
int x, y, z, a;

void f(void)
{
    x = 100;
    y = 106;
    if (1) {
        z = 206;
    }
}
