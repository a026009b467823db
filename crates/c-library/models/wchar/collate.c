/* Wide strings compared and changed by the locale, which is "C", and without regard to case. */
typedef __typeof__(sizeof 0) size_t;
extern size_t wcslen(const int *);
extern int wcscmp(const int *, const int *);
extern unsigned towlower(unsigned);

int wcscoll(const int *left, const int *right)
{
    return wcscmp(left, right);
}

/* What is left in a buffer that is too small is open. */
size_t wcsxfrm(int *to, const int *from, size_t size)
{
    size_t length = wcslen(from);
    if (length < size)
        __builtin_memcpy(to, from, (length + 1) * sizeof *to);
    else if (size > 0)
        __builtin_memcpy(to, from, size * sizeof *to);
    return length;
}

int wcsncasecmp(const int *left, const int *right, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int a = (int)towlower((unsigned)left[i]), b = (int)towlower((unsigned)right[i]);
        if (a != b)
            return a < b ? -1 : 1;
        if (a == 0)
            return 0;
    }
    return 0;
}

int wcscasecmp(const int *left, const int *right)
{
    return wcsncasecmp(left, right, (size_t)-1);
}
