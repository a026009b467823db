//@ run: verify %s --property unreach-call --engine threads
//@ truth: holds
//@ verdict: unknown(unsupported)
//@ shows: `--engine threads` is for programs that create threads, and this one creates none
// The engine has nothing to say, and says so.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 3 && n < 3)
        reach_error();
    return 0;
}
