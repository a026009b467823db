typedef __typeof__(sizeof 0) size_t;

void *calloc(size_t n, size_t size)
{
    return __builtin_calloc(n, size);
}
