//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Sorting keeps the elements and orders them.
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    int a[3] = { 3, 1, 2 };
    qsort(a, 3, sizeof a[0], compare);
    assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
    return 0;
}
