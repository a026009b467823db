//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// A pointer to `malloc` allocates, and one to `free` frees.
extern int __VERIFIER_nondet_int(void);

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

static void *(*allocate)(__SIZE_TYPE__) = malloc;
static void (*release)(void *) = free;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p = allocate(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    release(p);
    return 0;
}
