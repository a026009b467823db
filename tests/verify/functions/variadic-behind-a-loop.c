//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// As many arguments as the function fetches, behind a loop that no run leaves in time.
#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);

static int second(int first, ...)
{
    va_list list;
    va_start(list, first);
    int skipped = va_arg(list, int);
    int wanted = va_arg(list, int);
    va_end(list);
    return skipped + wanted;
}

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    return second(1, sum & 7, 3);
}
