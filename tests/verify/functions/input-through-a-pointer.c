//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// An input through a pointer is any value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int (*input)(void) = __VERIFIER_nondet_int;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (input() == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
