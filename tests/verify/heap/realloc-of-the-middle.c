//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-free)
// Only the start of a block can be given.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    char *q = __VERIFIER_nondet_int() == 5 ? p + 1 : p;
    q = realloc(q, 16); //~ violated valid-free
    free(q);
    return 0;
}
