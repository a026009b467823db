typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern size_t __linchpin_format(char *, size_t, const char *, __builtin_va_list);

int vasprintf(char **result, const char *format, __builtin_va_list list)
{
    size_t n = __linchpin_format(0, 0, format, list);
    char *s = malloc(n + 1);
    if (s == 0)
        return -1;
    __linchpin_format(s, n, format, list);
    s[n] = 0;
    *result = s;
    return (int)n;
}

int asprintf(char **result, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vasprintf(result, format, list);
    __builtin_va_end(list);
    return n;
}
