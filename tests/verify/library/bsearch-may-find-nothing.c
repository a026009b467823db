//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// What is not there is not found.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    int a[4] = {1, 3, 5, 7}, key = __VERIFIER_nondet_int();
    int *found = bsearch(&key, a, 4, sizeof a[0], compare);
    return *found; //~ violated valid-deref
}
