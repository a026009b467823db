//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The order of equal elements is open.
#include <stdlib.h>

extern void reach_error(void);

struct item {
    int key, value;
};
static int by_key(const void *a, const void *b)
{
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void)
{
    struct item a[2] = { { 1, 0 }, { 1, 1 } };
    qsort(a, 2, sizeof a[0], by_key);
    if (a[0].value != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
