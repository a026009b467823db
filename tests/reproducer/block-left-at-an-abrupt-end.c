//@ run: verify %s --property valid-memcleanup --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-memcleanup)
//@ shows: reproducer: confirmed by cc
// `_exit` calls nothing, so the blocks are counted before it.
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void _exit(int) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char *block = malloc(4);
    if (__VERIFIER_nondet_int() == 3)
        _exit(0); //~ violated valid-memcleanup
    free(block);
    return 0;
}
