//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Records that overlap in part are not assigned.

struct block { int words[4]; };

int main(void)
{
    int a[8] = { 0 };
    struct block *p = (struct block *)a, *q = (struct block *)(a + 1);
    *q = *p; //~ violated undefined
    return 0;
}
