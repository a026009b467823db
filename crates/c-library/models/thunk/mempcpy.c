typedef __typeof__(sizeof 0) size_t;

void *mempcpy(void *to, const void *from, size_t n)
{
    return __builtin_mempcpy(to, from, n);
}
