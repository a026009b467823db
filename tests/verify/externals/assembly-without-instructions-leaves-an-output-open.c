//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// Nobody says what is in the register that becomes `x`, nor that `y` was stored before. (That it
// holds is how today's compilers happen to do it; no proof of it may be found.)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = 1, y = 1;
    __asm__("" : "=m"(y));
    __asm__("" : "=r"(x));
    if (y != 1)
        reach_error();
    return 0;
}
