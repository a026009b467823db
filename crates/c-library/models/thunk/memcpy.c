typedef __typeof__(sizeof 0) size_t;

void *memcpy(void *to, const void *from, size_t n)
{
    return __builtin_memcpy(to, from, n);
}
