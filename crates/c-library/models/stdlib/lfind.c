typedef __typeof__(sizeof 0) size_t;

void *lfind(const void *key, const void *base, size_t *n, size_t size,
            int (*compare)(const void *, const void *))
{
    const char *start = base;
    for (size_t i = 0; i < *n; i++) {
        if (compare(key, start + i * size) == 0)
            return (void *)(start + i * size);
    }
    return 0;
}
