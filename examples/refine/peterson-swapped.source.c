// Peterson's algorithm with its first two statements swapped (Fig. 1): the source.
int flag1, flag2, turn, critical1;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

void p1(void)
{
    while (1) {
        flag1 = 1;
        turn = 2;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(flag2 == 0 || turn == 1);
        critical1 = 1;
        __VERIFIER_atomic_end();
        critical1 = 0;
        flag1 = 0;
    }
}
