//@ run: verify %s --function fill --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The last element that is written is not listed.
//@ requires \valid(a + (0 .. n - 1)) && n > 0 && n < 100;
//@ assigns a[0 .. n - 2]; //~ violated unreach-call
void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
