//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Each branch of an `if` is a block, with or without braces (C17 6.8.4p3): the array dies with it.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int *p;
    if (n > 3)
        p = (int[]){ 1, 2 };
    else
        p = (int[]){ 3, 4 };
    return *p; //~ violated valid-deref
}
