//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The whole `if` is a block: what its condition makes is gone behind it.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p;
    if ((p = (int[]){ 1, 2 }) && *p == 1)
        n = p[1];
    return *p; //~ violated valid-deref
}
