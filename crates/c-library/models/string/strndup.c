typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern size_t strnlen(const char *, size_t);

char *strndup(const char *s, size_t max)
{
    size_t n = strnlen(s, max);
    char *copy = malloc(n + 1);
    if (copy != 0) {
        __builtin_memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

char *__strndup(const char *s, size_t max)
{
    return strndup(s, max);
}
