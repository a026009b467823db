//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// One element more than there are.
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b; //~ violated valid-deref
    return (x > y) - (x < y);
}

int main(void)
{
    int a[2] = { 3, 1 };
    qsort(a, 3, sizeof a[0], compare);
    return 0;
}
