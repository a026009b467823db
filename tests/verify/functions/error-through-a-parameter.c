//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine bounded
//@ truth: fails
//@ verdict: false(unreach-call)
// A callback that fails.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void call(void (*f)(void))
{
    if (f)
        (*f)(); //~ violated unreach-call
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    call(n == 3 ? 0 : reach_error);
    return 0;
}
