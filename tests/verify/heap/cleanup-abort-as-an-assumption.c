//@ run: verify %s --property memcleanup
//@ truth: holds
//@ verdict: true
// In a function of this name `abort` says that the run is of no interest.
extern int __VERIFIER_nondet_int(void);
extern void abort(void) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

void assume_abort_if_not(int holds)
{
    if (!holds)
        abort();
}

int main(void)
{
    char *p = malloc(8);
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 5);
    free(p);
    return 0;
}
