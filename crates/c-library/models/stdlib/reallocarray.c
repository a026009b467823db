typedef __typeof__(sizeof 0) size_t;
extern void *realloc(void *, size_t);
extern int *__errno_location(void);

void *reallocarray(void *block, size_t n, size_t size)
{
    size_t total;
    if (__builtin_mul_overflow(n, size, &total)) {
        *__errno_location() = 12;
        return 0;
    }
    return realloc(block, total);
}
