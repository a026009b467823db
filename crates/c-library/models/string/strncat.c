typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);

char *strncat(char *to, const char *from, size_t size)
{
    size_t end = strlen(to);
    size_t n = strnlen(from, size);
    /* The end is read too, where there is one, and must not be what is written. */
    __builtin_memcpy(to + end, from, n < size ? n + 1 : n);
    to[end + n] = 0;
    return to;
}
