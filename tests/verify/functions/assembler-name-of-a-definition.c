//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `ff` is `gg` to the linker, and the object `shown` is `hidden`.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int ff(void) __asm__("gg");
int gg(void);
int ff(void)
{
    return 7;
}
extern int shown __asm__("hidden");
int hidden = 3;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (gg() != 7 || ff() != 7)
        reach_error();
    shown = 5;
    if (hidden != 5)
        reach_error();
    return 0;
}
