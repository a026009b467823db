//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The array is full.
#include <search.h>
static int compare(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}
int main(void)
{
    int numbers[2] = { 1, 2 }, key = 3;
    size_t n = 2;
    lsearch(&key, numbers, &n, sizeof key, compare); //~ violated valid-deref
    return 0;
}
