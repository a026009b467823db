//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// A failed assertion ends the program before the block is freed.
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    char *p = malloc(8);
    if (!(x != 3))
        __assert_fail("x != 3", "f.c", 1, "main"); //~ violated valid-memcleanup
    free(p);
    return 0;
}
