//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Hidden variables stay, for the provers too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int hidden;
int main(void)
{
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    __asm__ volatile("call elsewhere" : : : "memory");
    if (hidden != 0 || x != 0)
        reach_error();
    return sum;
}
