//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The length of an array parameter is more than zero, too (C17 6.7.6.2p5).
extern int __VERIFIER_nondet_int(void);
static int first(int n, int a[n]) //~ violated undefined
{
    return n > 0 ? a[0] : 0;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int b[2] = { 1, 2 };
    return first(sum == 3 ? 0 : 1, b);
}
