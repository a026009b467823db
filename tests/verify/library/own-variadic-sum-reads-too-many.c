//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// One argument fewer than the count says.
#include <stdarg.h>

static int sum_of(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(list, int); //~ violated valid-deref
    va_end(list);
    return sum;
}

int main(void)
{
    return sum_of(3, 1, 2);
}
