typedef __typeof__(sizeof 0) size_t;
extern size_t strlen(const char *);

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size > 0) {
        size_t n = length < size ? length : size - 1;
        __builtin_memcpy(to, from, n);
        to[n] = 0;
    }
    return length;
}
