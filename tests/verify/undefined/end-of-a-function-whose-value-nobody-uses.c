//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// No value is missing where nobody uses it.
extern int __VERIFIER_nondet_int(void);

static int note(int x)
{
    if (x > 0)
        return 1;
}

int main(void)
{
    note(__VERIFIER_nondet_int());
    return 0;
}
