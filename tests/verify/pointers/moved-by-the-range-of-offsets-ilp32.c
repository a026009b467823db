//@ run: verify %s --property valid-deref --data-model ILP32 --cpu-time 2
//@ truth: fails
//@ verdict: false(valid-deref)
// No object is so large: the access is outside of all, wherever the others lie.
extern unsigned __VERIFIER_nondet_uint(void);
static char before[10], array[10], behind[10];

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    if (sum > 4000000000u && n > 100000) {
        char *p = array;
        p[1L << 20] = 1; //~ violated valid-deref
    }
    return before[0] + behind[0];
}
