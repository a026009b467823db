//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// `_Exit` runs no handler, but it ends the program all the same.
extern int __VERIFIER_nondet_int(void);
extern void _Exit(int) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_int() > 0)
        _Exit(2); //~ violated valid-memcleanup
    free(p);
    return 0;
}
