//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is neither null nor a function stays so, after its life too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *realloc(void *, __SIZE_TYPE__);
static void f(void)
{
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    char *p = malloc(4);
    if (!p)
        return 0;
    free(p);
    if (p == 0 || (void (*)(void))p == f)
        reach_error();
    return 0;
}
