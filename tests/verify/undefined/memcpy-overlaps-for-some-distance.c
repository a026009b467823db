//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Whether the blocks overlap depends on the input.
extern int __VERIFIER_nondet_int(void);

extern void *memcpy(void *, const void *, __SIZE_TYPE__);

int main(void)
{
    char a[16] = { 0 };
    int d = __VERIFIER_nondet_int();
    if (d < 4 || d > 8)
        return 0;
    memcpy(a + d, a, 5); //~ violated undefined
    return 0;
}
