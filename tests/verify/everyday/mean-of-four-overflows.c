//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// Each number fits, and so does their mean; the sum does not.
extern int __VERIFIER_nondet_int(void);
static int mean(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i]; //~ violated no-overflow
    return sum / n;
}
int main(void)
{
    int a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0)
            a[i] = 0;
    }
    return mean(a, 4) < 0;
}
