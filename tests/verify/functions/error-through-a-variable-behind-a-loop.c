//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// The same behind a loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    void (*f)(void) = reach_error;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    f(); //~ violated unreach-call
    return 0;
}
