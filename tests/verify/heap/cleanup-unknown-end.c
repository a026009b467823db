//@ run: verify %s --property memcleanup
//@ verdict: unknown(unsupported)
// Nobody knows how a function without body ends the program.
extern int __VERIFIER_nondet_int(void);
extern void die(void) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    if (__VERIFIER_nondet_int() == 5)
        die();
    free(p);
    return 0;
}
