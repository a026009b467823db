//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// `abort` ends the program, and the block is left.
extern int __VERIFIER_nondet_int(void);
extern void abort(void) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_int() == 5)
        abort(); //~ violated valid-memcleanup
    free(p);
    return 0;
}
