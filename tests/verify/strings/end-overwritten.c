//@ run: verify %s --property memsafety --cpu-time 10 --engine slicing
//@ truth: fails
//@ verdict: false(valid-deref)
// Something else is written where the end was.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char s[5000];
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    if (n < 0 || n > 4999 || m < 0 || m > n)
        return 0;
    s[n] = 0;
    s[m] = 'x';
    n = 0;
    while (s[n] != 0) //~ violated valid-deref
        n++;
    return n;
}
