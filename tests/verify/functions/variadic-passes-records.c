//@ run: verify %s --property unreach-call
//@ run: verify %s --data-model ILP32 --property unreach-call
//@ truth: holds
//@ verdict: true
// Records, pointers and wide numbers behind the ellipsis, through a pointer to the function and
// through a list that is passed on.
#include <stdarg.h>

extern void reach_error(void);

struct pair {
    int tag;
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
