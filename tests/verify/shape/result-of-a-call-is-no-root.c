//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The block is lost when the function returns: what carried it back is gone too.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
static int *give(void)
{
    return malloc(4);
}
static void take(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p = give();
    *p = sum;
}
int main(void)
{
    take(__VERIFIER_nondet_int());
    return 0; //~ violated valid-memtrack
}
