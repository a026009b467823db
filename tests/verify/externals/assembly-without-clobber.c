//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Without the clobber it promises to leave memory alone.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    __asm__ volatile("nop");
    if (g != 0)
        reach_error();
    return sum;
}
