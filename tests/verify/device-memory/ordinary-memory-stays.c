//@ run: verify %s --mmio 0x40000000:4 --property unreach-call
//@ truth: holds
//@ verdict: true
// A device changes no variable.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define DATA (*(volatile unsigned char *)0x40000000)
static int kept = 4;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    DATA = 1;
    int c = DATA;
    if (kept != 4)
        reach_error();
    return sum + c;
}
