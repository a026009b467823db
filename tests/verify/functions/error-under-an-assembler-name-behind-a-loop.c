//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Both names are one function, also through a pointer.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void fail(void) __asm__("reach_error");
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    void (*f)(void) = fail;
    if (n > 2)
        f(); //~ violated unreach-call
    return 0;
}
