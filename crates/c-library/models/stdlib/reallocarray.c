typedef __typeof__(sizeof 0) size_t;
extern void *realloc(void *, size_t);
extern int *__errno_location(void);

void *reallocarray(void *block, size_t n, size_t size)
{
    if (size != 0 && n > (size_t)-1 / size) {
        *__errno_location() = 12;
        return 0;
    }
    return realloc(block, n * size);
}
