typedef __typeof__(sizeof 0) size_t;
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

/* Of several equal elements any may be the result, and any element may be compared with the key. */
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *start = base;
    size_t low = 0;
    size_t high = n;
    if (__VERIFIER_nondet_bool()) {
        size_t any = (size_t)__VERIFIER_nondet_ulong();
        if (any < n)
            compare(key, start + any * size);
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, start + middle * size);
        if (order == 0) {
            size_t other = (size_t)__VERIFIER_nondet_ulong();
            if (other < n && compare(key, start + other * size) == 0)
                middle = other;
            return (void *)(start + middle * size);
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
