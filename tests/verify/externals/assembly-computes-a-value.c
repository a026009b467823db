//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// What the instructions compute is not looked at; a run that depends on it has no verdict.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x;
    __asm__("movl $1, %0" : "=r"(x));
    if (x != 1)
        reach_error();
    return 0;
}
