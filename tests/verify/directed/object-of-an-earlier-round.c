//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Each round has an object of its own: the one of the round before is gone, though it has the same name.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *before = 0, sum = 0;
    while (__VERIFIER_nondet_int()) {
        int here = 1;
        if (before != 0)
            sum += *before; //~ violated valid-deref
        before = &here;
    }
    return sum;
}
