//@ run: verify %s --property memsafety
//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `realloc` to no bytes frees the block and gives null.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void *realloc(void *, __SIZE_TYPE__);
extern void free(void *);

int main(void)
{
    char *p = malloc(8);
    __SIZE_TYPE__ n = __VERIFIER_nondet_int() ? 3 : 0;
    p = realloc(p, n);
    if ((p == 0) != (n == 0))
        reach_error();
    free(p);
    return 0;
}
