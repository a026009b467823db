//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A proof takes every value that the instructions may compute.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    unsigned x;
    __asm__("nop" : "=r"(x));
    if ((x & 7) > 7)
        reach_error();
    return sum;
}
