//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// A pointer to `free` frees.
extern int __VERIFIER_nondet_int(void);

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    void (*release)(void *) = free;
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    release(p);
    return *p; //~ violated valid-deref
}
