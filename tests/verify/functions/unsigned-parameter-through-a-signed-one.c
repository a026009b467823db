//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// Types that differ in signedness are passed alike, and the function is entered.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void check(unsigned x)
{
    if (x > 5)
        reach_error(); //~ violated unreach-call
}

int main(void)
{
    void (*f)(int) = (void (*)(int))check;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    f(-1);
    return 0;
}
