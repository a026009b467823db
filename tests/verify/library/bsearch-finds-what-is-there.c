//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is in a sorted array is found where it is.
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    int a[4] = {1, 3, 5, 7}, key = 5;
    int *found = bsearch(&key, a, 4, sizeof a[0], compare);
    assert(found == &a[2]);
    return 0;
}
