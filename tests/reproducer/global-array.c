//@ run: verify %s --property memsafety --reproducer %t.c
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: reproducer: confirmed by cc
// Through a pointer, so that no declared bound is known.
extern int __VERIFIER_nondet_int(void);
int table[3] = {1, 2, 3};
int get(int *p, int i)
{
    return *(p + i); //~ violated valid-deref
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n >= 0 && n < 4 ? get(table, n) : 0;
}
