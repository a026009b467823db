//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// Within an object, one behind it included, pointers are ordered.
extern int __VERIFIER_nondet_int(void);

static int a[4];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    int *p = a + i, *end = a + 4;
    return !(p <= end) || end - p != 4 - i;
}
