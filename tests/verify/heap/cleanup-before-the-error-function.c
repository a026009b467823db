//@ run: verify %s --property memcleanup
//@ truth: holds
//@ verdict: true
// What is freed before the error function is called is not left over.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    int x = __VERIFIER_nondet_int();
    free(p);
    if (x == 77)
        reach_error();
    return 0;
}
