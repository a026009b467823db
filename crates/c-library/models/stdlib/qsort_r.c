typedef __typeof__(sizeof 0) size_t;
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static void swap(char *a, char *b, size_t size)
{
    char held[size];
    __builtin_memcpy(held, a, size);
    __builtin_memcpy(a, b, size);
    __builtin_memcpy(b, held, size);
}

/* Insertion, which may or may not keep equal elements in order. Which elements are compared, and which
   of two comes first, is for the library to choose: any two may be. */
void qsort_r(void *base, size_t n, size_t size,
             int (*compare)(const void *, const void *, void *), void *context)
{
    char *start = base;
    if (size == 0)
        return;
    if (__VERIFIER_nondet_bool()) {
        size_t one = (size_t)__VERIFIER_nondet_ulong();
        size_t other = (size_t)__VERIFIER_nondet_ulong();
        if (one < n && other < n && one != other)
            compare(start + one * size, start + other * size, context);
    }
    for (size_t i = 1; i < n; i++) {
        for (size_t j = i; j > 0; j--) {
            char *left = start + (j - 1) * size;
            char *right = start + j * size;
            int order = compare(left, right, context);
            if (order < 0 || (order == 0 && !__VERIFIER_nondet_bool()))
                break;
            swap(left, right, size);
        }
    }
}
