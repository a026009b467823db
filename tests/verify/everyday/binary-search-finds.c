//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is found is what was looked for.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int search(const int *a, int n, int key)
{
    int lo = 0, hi = n - 1;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (a[mid] == key)
            return mid;
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}
int main(void)
{
    int a[5] = { 1, 3, 5, 7, 9 };
    int key = __VERIFIER_nondet_int();
    int at = search(a, 5, key);
    if (at >= 0)
        assert(a[at] == key);
    return 0;
}
