//@ run: verify %s --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(no-overflow)
// The difference of these two overflows in one order only, and nobody says which of them comes first.
#include <limits.h>
#include <stdlib.h>
static int difference(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b; //~ violated no-overflow
}
int main(void)
{
    int numbers[] = {INT_MIN, 0};
    qsort(numbers, 2, sizeof *numbers, difference);
    return numbers[0] == 0;
}
