typedef __typeof__(sizeof 0) size_t;

void *realloc(void *block, size_t size)
{
    return __builtin_realloc(block, size);
}
