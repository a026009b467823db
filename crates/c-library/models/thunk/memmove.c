typedef __typeof__(sizeof 0) size_t;

void *memmove(void *to, const void *from, size_t n)
{
    return __builtin_memmove(to, from, n);
}
