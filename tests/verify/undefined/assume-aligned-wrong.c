//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The promise to the compiler is broken.

int main(void)
{
    long a[2] = { 0, 0 };
    char *p = (char *)a;
    char *q = __builtin_assume_aligned(p + 1, 8); //~ violated alignment
    return *q;
}
