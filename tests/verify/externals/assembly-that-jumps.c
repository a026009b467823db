//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// Where `asm goto` goes is not looked at.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    __asm__ goto("movl $0, %%eax" : : : "eax" : error);
    return 0;
error:
    reach_error();
    return 0;
}
