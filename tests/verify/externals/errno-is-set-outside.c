//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A function without body calls the library like any other.
#include <errno.h>
extern void reach_error(void);
extern void other(void);

int main(void)
{
    errno = 0;
    other();
    if (errno)
        reach_error(); //~ violated unreach-call
    return 0;
}
