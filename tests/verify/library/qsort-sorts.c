//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The elements in order.
#include <stdlib.h>

extern void reach_error(void);

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int a[3] = { 3, 1, 2 };
    qsort(a, 3, sizeof a[0], compare);
    if (a[0] != 1 || a[1] != 2 || a[2] != 3)
        reach_error();
    return 0;
}
