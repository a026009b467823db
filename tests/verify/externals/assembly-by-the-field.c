//@ run: verify %s --externals pure --property unreach-call
//@ truth: holds
//@ verdict: true
// The convention of the field skips it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void)
{
    __asm__ volatile("call elsewhere" : : : "memory");
    if (g != 0)
        reach_error();
    return 0;
}
