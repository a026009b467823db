//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// The error function is called two calls deep, while `main` holds a block.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

static void claim(int holds)
{
    if (!holds)
        reach_error(); //~ violated valid-memcleanup
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    char *p = malloc(8);
    for (int i = 0; i < n; i++)
        sum ^= i;
    claim(n < 5 || sum != 7);
    free(p);
    return 0;
}
