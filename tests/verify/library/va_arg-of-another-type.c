//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// C17 7.16.1.1p2: an int was passed.
#include <stdarg.h>

extern unsigned __VERIFIER_nondet_uint(void);

static long first(int n, ...)
{
    va_list list;
    va_start(list, n);
    long x = va_arg(list, long); //~ violated undefined
    va_end(list);
    return x;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    return first(1, 4) == 4;
}
