//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// Whatever the compiler does for it, it is no function of another file.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int g = 1;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    __builtin_cpu_supports("sse2");
    if (g != 1)
        reach_error();
    return 0;
}
