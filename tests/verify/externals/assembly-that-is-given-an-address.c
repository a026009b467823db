//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// It reaches what its operands lead to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 0;
    __asm__ volatile("movl $1, (%0)" : : "r"(&x) : "memory");
    if (x != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
