//@ run: refine %s examples/refine/peterson-swapped.source.c
//@ truth: fails
//@ verdict: false(refinement)
//@ source: Zhang et al., Compositional Reasoning for Shared-variable Concurrent Programs, Fig. 1
// Peterson's algorithm with its first two statements swapped (Fig. 1): the target.
// The first two statements of Peterson's algorithm in the other order.
//@ atomic statements;
//@ env preserves flag1, critical1;
int flag1, flag2, turn, critical1;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

void p1(void)
{
    while (1) {
        turn = 2;
        flag1 = 1;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(flag2 == 0 || turn == 1);
        critical1 = 1;
        __VERIFIER_atomic_end();
        critical1 = 0;
        flag1 = 0;
    }
}
