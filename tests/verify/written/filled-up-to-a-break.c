//@ run: verify %s --property def-behavior --cpu-time 60
//@ truth: holds
//@ verdict: true
// As many as were counted.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[100], i, n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    for (i = 0; i < n; i++) {
        if (__VERIFIER_nondet_int())
            break;
        a[i] = i;
    }
    int m = i;
    while (__VERIFIER_nondet_int())
        ;
    for (i = 0; i < m; i++)
        if (a[i] == 7)
            return 1;
    return 0;
}
