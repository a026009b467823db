//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// Reaching the end of `main` ends the program too.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = malloc(8);
    if (n > 3)
        free(p);
} //~ violated valid-memcleanup
