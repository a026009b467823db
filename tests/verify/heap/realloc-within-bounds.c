//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The new bounds hold, the old block is freed and the new one too.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    unsigned n = __VERIFIER_nondet_int() ? 4 : 12;
    char *p = malloc(8);
    p[7] = 1;
    p = realloc(p, n);
    p[n - 1] = 2;
    free(p);
    return 0;
}
