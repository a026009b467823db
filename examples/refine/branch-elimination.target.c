//@ run: refine %s examples/refine/branch-elimination.source.c
//@ truth: holds
//@ verdict: true
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 13
// Branch elimination (Fig. 13): the target.
// Nobody else writes a.
//@ atomic statements;
//@ env "branch-elimination.env.c";
int a, b, c, i, n;

void f(void)
{
    if (a < 5) {
        while (i < n) {
            b = b + 5;
            i = i + 1;
        }
    } else {
        while (i < n) {
            b = 2 * b;
            i = i + 1;
        }
    }
}
