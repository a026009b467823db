//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// Insertion sort of up to ten numbers: afterwards they ascend.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MAX_ITEMS 10

static void sort(int *items, int n)
{
    for (int i = 1; i < n; i++) {
        int item = items[i];
        int at = i;
        while (at > 0 && items[at - 1] > item) {
            items[at] = items[at - 1];
            at--;
        }
        items[at] = item;
    }
}

int main(void)
{
    int items[MAX_ITEMS];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > MAX_ITEMS)
        return 0;
    for (int i = 0; i < n; i++)
        items[i] = __VERIFIER_nondet_int();
    sort(items, n);
    for (int i = 1; i < n; i++)
        assert(items[i - 1] <= items[i]);
    return 0;
}
