//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A function of the library calls back what jumps away.
#include <setjmp.h>
extern void reach_error(void);
#include <stdlib.h>
static jmp_buf buffer;
static int compare(const void *one, const void *other)
{
    longjmp(buffer, 1);
    return 0;
}
int main(void)
{
    int numbers[2] = { 2, 1 };
    if (setjmp(buffer))
        reach_error(); //~ violated unreach-call
    qsort(numbers, 2, sizeof *numbers, compare);
    return 0;
}
