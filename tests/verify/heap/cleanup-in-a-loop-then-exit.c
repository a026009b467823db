//@ run: verify %s --property memcleanup
//@ truth: holds
//@ verdict: true
// Every round frees what it allocates, so `exit` may come at any time.
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((__noreturn__));
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        char *p = malloc(8);
        free(p);
        if (__VERIFIER_nondet_int())
            exit(1);
    }
    return 0;
}
