//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A weak compare-exchange may fail although it finds what it looks for (C17 7.17.7.4).
#include <stdatomic.h>

extern void reach_error(void);

int main(void)
{
    atomic_int value = 3;
    int expected = 3;
    if (!atomic_compare_exchange_weak(&value, &expected, 4))
        reach_error(); //~ violated unreach-call
    return 0;
}
