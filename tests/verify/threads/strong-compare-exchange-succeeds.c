//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A strong compare-exchange that finds what it looks for succeeds, and a weak one that fails leaves
// everything as it is.
#include <stdatomic.h>

extern void reach_error(void);

int main(void)
{
    atomic_int value = 3;
    int expected = 3;
    if (!atomic_compare_exchange_strong(&value, &expected, 4))
        reach_error();
    expected = 4;
    while (!atomic_compare_exchange_weak(&value, &expected, 5)) {
        if (value != 4 || expected != 4)
            reach_error();
    }
    return value == 5 ? 0 : (reach_error(), 1);
}
