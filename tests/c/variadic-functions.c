//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Arguments behind the ellipsis are fetched as they were promoted, also from a copy of the list.
extern void reach_error(void);

typedef __builtin_va_list va_list;

static long sum(int n, ...)
{
    va_list all, again;
    long total = 0;
    __builtin_va_start(all, n);
    __builtin_va_copy(again, all);
    for (int i = 0; i < n; i++)
        total += __builtin_va_arg(all, int);
    total += 100L * __builtin_va_arg(again, int);
    total += (long)__builtin_va_arg(all, double);
    __builtin_va_end(again);
    __builtin_va_end(all);
    return total;
}

int main(void)
{
    char c = 4;
    if (sum(3, 1, 2, c, 10.5f) == 117)
        reach_error(); //~ violated unreach-call
    return 0;
}
