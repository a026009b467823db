//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc
// One past the end of a local array.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[5] = {0}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    return a[n]; //~ violated valid-deref
}
