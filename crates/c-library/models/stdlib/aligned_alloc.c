typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void __VERIFIER_assume(int);
extern int *__errno_location(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int is_power_of_two(size_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

static void *aligned(size_t alignment, size_t size)
{
    void *block = malloc(size);
    __VERIFIER_assume(((size_t)block & (alignment - 1)) == 0);
    return block;
}

/* Some versions of the library refuse what is no power of two, others take the next one. */
void *aligned_alloc(size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment)) {
        if (__VERIFIER_nondet_bool())
            return malloc(size);
        *__errno_location() = 22;
        return 0;
    }
    return aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return 22;
    void *found = aligned(alignment, size);
    if (found == 0)
        return 12;
    *block = found;
    return 0;
}

void *valloc(size_t size)
{
    return aligned(4096, size);
}

void *pvalloc(size_t size)
{
    if (size > (size_t)-4096) {
        *__errno_location() = 12;
        return 0;
    }
    return aligned(4096, (size + 4095) & ~(size_t)4095);
}
