//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A compiler barrier executes nothing: memory and operands that are kept stay as they are, and an
// output that shares its register with an input has the value of that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int x = 3, y = 4, z = 9;
    int *p = &z, *q;
    g = 7;
    __asm__ volatile("" : : : "memory");
    if (g != 7)
        reach_error();
    __asm__ volatile("" : "+r"(x) : "r"(&g) : "memory");
    if (x != 3 || g != 7)
        reach_error();
    __asm__("" : "=r"(x), "=r"(y) : "0"(y), "1"(x));
    if (x != 4 || y != 3)
        reach_error();
    __asm__("" : [to] "=r"(q) : "[to]"(p));
    *q = 1;
    if (z != 1)
        reach_error();
    __asm__ volatile("nop");
    __asm__ volatile("rep; nop" : : : "memory");
    __asm__ goto("" : : : : error);
    if (g != 7)
        reach_error();
    return 0;
error:
    reach_error();
    return 0;
}
