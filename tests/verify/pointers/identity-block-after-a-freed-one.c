//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A block may lie where one was that is freed.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *realloc(void *, __SIZE_TYPE__);

int main(void)
{
    char *p = malloc(4);
    free(p);
    char *q = malloc(4);
    if (p == q)
        reach_error();
    return 0;
}
