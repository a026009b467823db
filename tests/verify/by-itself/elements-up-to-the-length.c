//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// Elements that a contract promises can be read, and the invariant of the loop is kept.
#define MAX 100
//@ requires 0 <= n <= MAX && \valid_read(a + (0 .. n - 1));
//@ ensures 0 <= \result <= n;
int f(const int *a, int n)
{
    int k = 0;
    //@ loop invariant 0 <= k <= i <= n;
    for (int i = 0; i < n; i++) {
        if (a[i] == 0)
            k++;
    }
    //@ assert k >= 0;
    return k;
}
