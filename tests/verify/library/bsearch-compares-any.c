//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// The key may be compared with the first element, also if the one in the middle is less.
#include <assert.h>
#include <stdlib.h>
static int by_number(const void *key, const void *element)
{
    assert(*(const int *)element != 1); //~ violated assertion
    return *(const int *)key - *(const int *)element;
}
int main(void)
{
    int numbers[] = {1, 2, 3}, key = 5;
    return bsearch(&key, numbers, 3, sizeof key, by_number) == 0;
}
