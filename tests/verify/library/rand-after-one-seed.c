//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
#include <stdlib.h>
#include <time.h>

extern void reach_error(void);

int main(void)
{
    srand((unsigned)time(0));
    int a = rand();
    if (rand() != a)
        reach_error(); //~ violated unreach-call
    return 0;
}
