//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A block that was there before another was freed does not lie in its place.
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
    char *p = malloc(4);
    char *q = malloc(4);
    free(p);
    if (p == q)
        reach_error();
    free(q);
    return 0;
}
