typedef __typeof__(sizeof 0) size_t;

void *malloc(size_t size)
{
    return __builtin_malloc(size);
}
