//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// `exit` in a callee ends the program; the block of `main` is left.
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

static void give_up(int status)
{
    exit(status); //~ violated valid-memcleanup
}

int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_int() > 0)
        give_up(2);
    free(p);
    return 0;
}
