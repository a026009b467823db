/* Wide strings that are written. Their characters have the type `int` here, as in both data models. */
typedef __typeof__(sizeof 0) size_t;
extern size_t wcslen(const int *);
extern size_t wcsnlen(const int *, size_t);
extern void *malloc(size_t);

/* Ends where there is no room to count bytes. */
int *wmemcpy(int *to, const int *from, size_t n)
{
    return __builtin_memcpy(to, from, n * sizeof *to);
}

int *wmempcpy(int *to, const int *from, size_t n)
{
    return wmemcpy(to, from, n) + n;
}

int *wmemmove(int *to, const int *from, size_t n)
{
    return __builtin_memmove(to, from, n * sizeof *to);
}

int *wmemset(int *to, int value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = value;
    return to;
}

int *wcpcpy(int *to, const int *from)
{
    size_t n = wcslen(from);
    wmemcpy(to, from, n + 1);
    return to + n;
}

int *wcscpy(int *to, const int *from)
{
    wcpcpy(to, from);
    return to;
}

int *wcpncpy(int *to, const int *from, size_t size)
{
    size_t n = wcsnlen(from, size);
    wmemcpy(to, from, n);
    wmemset(to + n, 0, size - n);
    return to + n;
}

int *wcsncpy(int *to, const int *from, size_t size)
{
    wcpncpy(to, from, size);
    return to;
}

int *wcscat(int *to, const int *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

int *wcsncat(int *to, const int *from, size_t most)
{
    int *end = to + wcslen(to);
    size_t n = wcsnlen(from, most);
    wmemcpy(end, from, n);
    end[n] = 0;
    return to;
}

int *wcsdup(const int *from)
{
    size_t n = wcslen(from) + 1;
    int *copy = malloc(n * sizeof *copy);
    return copy == 0 ? 0 : wmemcpy(copy, from, n);
}
