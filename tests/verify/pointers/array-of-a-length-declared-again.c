//@ run: verify %s --property valid-deref
//@ truth: fails
//@ verdict: false(valid-deref)
// Coming back to the declaration, without leaving the block, ends the life of the old array.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8)
        return 0;
again:;
    int a[n];
    a[0] = 2;
    if (p)
        return *p; //~ violated valid-deref
    p = a;
    goto again;
}
