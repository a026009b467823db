//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The body of a loop is a block of its own (C17 6.8.5p5).
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), first = 0, *p = &first;
    while (n > 0)
        n--, p = (int[]){ 1, 2 };
    return *p; //~ violated valid-deref
}
