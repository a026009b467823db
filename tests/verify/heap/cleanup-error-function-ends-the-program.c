//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// A call of the error function ends the program, with a block alive.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_int() == 77)
        __VERIFIER_error(); //~ violated valid-memcleanup
    free(p);
    return 0;
}
