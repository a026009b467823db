//@ run: verify %s --mmio 0x40000000:4 --property unreach-call
//@ truth: holds
//@ verdict: true
// Any value of the type that is read.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define DATA (*(volatile unsigned char *)0x40000000)
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    int c = DATA;
    if (c < 0 || c > 255)
        reach_error();
    return sum;
}
