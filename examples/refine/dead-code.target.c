//@ run: refine %s examples/refine/dead-code.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 8
// Dead code elimination (Fig. 8): the target.
// Others see the values that the dead stores leave.
//@ atomic statements;
//@ env "dead-code.env.c";
int x, y, z, a;

void f(void)
{
    x = 1;
    y = 10;
    z = 3;
}
