//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Arguments are evaluated in no order.
extern int __VERIFIER_nondet_int(void);

static int first(int a, int b)
{
    return a & b;
}

int main(void)
{
    int i = __VERIFIER_nondet_int() & 7;
    return first(i++, i); //~ violated undefined
}
