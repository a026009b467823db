//@ run: verify %s --function fill --time 30
//@ truth: holds
//@ verdict: true
// Bounds are those before the call.
//@ requires \valid(a + (0 .. n - 1)) && n > 0 && n < 100;
//@ assigns a[0 .. n - 1];
void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
