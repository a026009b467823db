//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// An integer where a `double` is expected, behind a loop that no run follows to its end.
extern unsigned __VERIFIER_nondet_uint(void);
int f(int a, double b)
{
    return a < b;
}
int main(void)
{
    int (*p)() = f;
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++)
        ;
    return p(1, 2); //~ violated callee
}
