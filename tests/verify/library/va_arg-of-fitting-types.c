//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
#include <stdarg.h>

struct pair {
    int first, second;
};

static double sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    double sum = va_arg(list, unsigned);
    sum += va_arg(list, double);
    sum += va_arg(list, struct pair).second;
    sum += *va_arg(list, const int *);
    va_end(list);
    return sum;
}

int main(void)
{
    float half = 0.5f;
    struct pair pair = { 1, 2 };
    return sum(1, 'a', half, pair, &pair.first) > 0.0;
}
