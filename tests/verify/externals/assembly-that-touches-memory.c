//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Assembly with a memory clobber acts as a function without body.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void)
{
    __asm__ volatile("call elsewhere" : : : "memory");
    if (g != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
