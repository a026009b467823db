//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// `realloc` may leave the block where it is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *realloc(void *, __SIZE_TYPE__);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    char *p = malloc(16);
    char *q = realloc(p, 8);
    if (p == q)
        reach_error();
    return 0;
}
