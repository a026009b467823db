typedef __typeof__(sizeof 0) size_t;

void *memccpy(void *to, const void *from, int c, size_t n)
{
    const unsigned char *s = from;
    size_t i = 0;
    while (i < n && s[i] != (unsigned char)c)
        i++;
    if (i == n) {
        __builtin_memcpy(to, from, n);
        return 0;
    }
    __builtin_memcpy(to, from, i + 1);
    return (char *)to + i + 1;
}
