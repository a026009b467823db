//@ run: verify %s --property valid-memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// `_exit` calls no handler.
extern int atexit(void (*)(void));
extern void _exit(int);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
static void *block;
static void clean(void)
{
    free(block);
}
int main(void)
{
    atexit(clean);
    block = malloc(4);
    if (__VERIFIER_nondet_int())
        _exit(1); //~ violated valid-memcleanup
    return 0;
}
