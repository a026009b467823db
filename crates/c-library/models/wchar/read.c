/* Wide strings that are read. Their characters have the type `int` here, as in both data models. */
typedef __typeof__(sizeof 0) size_t;

size_t wcslen(const int *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const int *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

static int sign(int left, int right)
{
    return left < right ? -1 : left > right;
}

int wcscmp(const int *left, const int *right)
{
    size_t i = 0;
    while (left[i] != 0 && left[i] == right[i])
        i++;
    return sign(left[i], right[i]);
}

int wcsncmp(const int *left, const int *right, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i] || left[i] == 0)
            return sign(left[i], right[i]);
    return 0;
}

int wmemcmp(const int *left, const int *right, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i])
            return sign(left[i], right[i]);
    return 0;
}

int *wmemchr(const int *s, int c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (int *)(s + i);
    return 0;
}

int *wcschrnul(const int *s, int c)
{
    while (*s != 0 && *s != c)
        s++;
    return (int *)s;
}

int *wcschr(const int *s, int c)
{
    int *found = wcschrnul(s, c);
    return *found == c ? found : 0;
}

int *wcsrchr(const int *s, int c)
{
    size_t n = wcslen(s) + 1;
    while (n > 0) {
        n--;
        if (s[n] == c)
            return (int *)(s + n);
    }
    return 0;
}

static int is_in(int c, const int *set)
{
    while (*set != 0 && *set != c)
        set++;
    return *set != 0;
}

size_t wcsspn(const int *s, const int *set)
{
    size_t n = 0;
    while (s[n] != 0 && is_in(s[n], set))
        n++;
    return n;
}

size_t wcscspn(const int *s, const int *set)
{
    size_t n = 0;
    while (s[n] != 0 && !is_in(s[n], set))
        n++;
    return n;
}

int *wcspbrk(const int *s, const int *set)
{
    const int *found = s + wcscspn(s, set);
    return *found == 0 ? 0 : (int *)found;
}

int *wcsstr(const int *s, const int *wanted)
{
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != 0 && s[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (int *)s;
        if (*s == 0)
            return 0;
    }
}

int *wcstok(int *s, const int *set, int **rest)
{
    if (s == 0)
        s = *rest;
    /* There is nothing left. */
    if (s == 0)
        return 0;
    s += wcsspn(s, set);
    if (*s == 0) {
        *rest = 0;
        return 0;
    }
    int *end = s + wcscspn(s, set);
    *rest = *end == 0 ? 0 : end + 1;
    *end = 0;
    return s;
}
