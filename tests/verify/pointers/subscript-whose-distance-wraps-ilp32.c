//@ run: verify %s --property valid-deref --data-model ILP32 --engine bounded
//@ truth: fails
//@ verdict: false(valid-deref)
// The distance in bytes does not fit the word: it would wrap to the first element.
extern unsigned __VERIFIER_nondet_uint(void);
static int before[10], array[10], behind[10];

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    if (sum > 20) {
        int *p = array;
        p[1L << 30] = 1; //~ violated valid-deref
    }
    return before[0] + behind[0];
}
