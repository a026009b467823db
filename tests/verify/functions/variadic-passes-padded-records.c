//@ run: verify %s --property unreach-call --engine bounded --cpu-time 3
//@ truth: holds
//@ verdict: unknown(timeout)
// A record with bytes between its members, which have no value, behind the ellipsis, among numbers and
// pointers: what is read there is not found yet.
#include <stdarg.h>

extern void reach_error(void);

struct pair {
    char tag;
    int value;
};

static long long take(va_list list)
{
    struct pair pair = va_arg(list, struct pair);
    const char *text = va_arg(list, const char *);
    long long wide = va_arg(list, long long);
    double real = va_arg(list, double);
    return pair.tag + pair.value + text[1] + wide + (int)real;
}

static long long all(int first, ...)
{
    va_list list;
    va_start(list, first);
    long long result = take(list);
    va_end(list);
    return result + first;
}

int main(void)
{
    struct pair pair = { 1, 20 };
    long long (*through)(int, ...) = all;
    if (through(3, pair, "ab", 1LL << 40, 2.5f) != 3 + 1 + 20 + 'b' + (1LL << 40) + 2)
        reach_error();
    return 0;
}
