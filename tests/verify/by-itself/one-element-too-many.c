//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// The loop reads one element more than the contract promises.
//@ requires 0 <= n <= 100 && \valid_read(a + (0 .. n - 1));
int f(const int *a, int n)
{
    int k = 0;
    for (int i = 0; i <= n; i++)
        k ^= a[i]; //~ violated valid-deref
    return k;
}
