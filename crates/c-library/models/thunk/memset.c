typedef __typeof__(sizeof 0) size_t;

void *memset(void *s, int c, size_t n)
{
    return __builtin_memset(s, c, n);
}
