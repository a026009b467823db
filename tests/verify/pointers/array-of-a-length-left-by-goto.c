//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// A jump out of the block ends the life of its array.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8)
        return 0;
    {
        int a[n];
        a[0] = 2;
        p = a;
        if (n > 3)
            goto out;
        a[0] = *p;
    }
    return 0;
out:
    return *p; //~ violated valid-deref
}
