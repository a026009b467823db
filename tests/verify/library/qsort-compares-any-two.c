//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// Insertion would never compare the first with the last of numbers that are in order.
#include <assert.h>
#include <stdlib.h>
static int by_number(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    assert(left - right < 2 && right - left < 2); //~ violated assertion
    return left - right;
}
int main(void)
{
    int numbers[] = {1, 2, 3};
    qsort(numbers, 3, sizeof *numbers, by_number);
    return numbers[0] != 1;
}
