//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// Binary search in 32 sorted numbers: what is found is what was looked for.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N_ITEMS 32

/* The index of `key` among the `n` ascending items, or -1. */
static int find(const int *items, int n, int key)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (items[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && items[low] == key ? low : -1;
}

int main(void)
{
    int items[N_ITEMS];
    for (int i = 0; i < N_ITEMS; i++) {
        items[i] = __VERIFIER_nondet_int();
        if (i > 0 && items[i - 1] > items[i])
            return 0;
    }
    int key = __VERIFIER_nondet_int();
    int at = find(items, N_ITEMS, key);
    assert(at >= -1 && at < N_ITEMS);
    if (at >= 0)
        assert(items[at] == key);
    return 0;
}
