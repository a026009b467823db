//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// A block is freed twice.
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_int())
        free(p);
    free(p); //~ violated valid-free
    return 0;
}
