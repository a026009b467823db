//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The arguments behind the ellipsis.
#include <stdarg.h>

extern void reach_error(void);

static int sum_of(int n, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void)
{
    if (sum_of(3, 1, 2, 4) != 7)
        reach_error();
    return 0;
}
