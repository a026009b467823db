//@ run: verify %s --property valid-deref
//@ run: verify %s --property valid-deref --engine bounded
//@ truth: holds
//@ verdict: true
// What `alloca` gives outlives the block that it stands in.
extern int __VERIFIER_nondet_int(void);

static int use(int n)
{
    int *p = 0;
    if (n > 0) {
        p = __builtin_alloca(2 * sizeof *p);
        p[1] = 7;
    }
    return p ? p[1] : 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return use(n);
}
