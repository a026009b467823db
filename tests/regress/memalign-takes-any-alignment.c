//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What is no power of two is made one, or refused, as the library has it.
#include <malloc.h>
extern void reach_error(void);
int main(void)
{
    char *block = memalign(24, 10);
    if (block)
        reach_error(); //~ violated unreach-call
    free(block);
    return 0;
}
