typedef __typeof__(sizeof 0) size_t;

char *strncpy(char *to, const char *from, size_t size)
{
    size_t n = 0;
    while (n < size && from[n] != 0)
        n++;
    __builtin_memcpy(to, from, n);
    __builtin_memset(to + n, 0, size - n);
    return to;
}
