//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A time whose year is no `int` cannot be told.
#include <time.h>
extern long __VERIFIER_nondet_long(void);
int main(void)
{
    time_t then = __VERIFIER_nondet_long();
    if (then < 80000000000000000)
        return 0;
    return localtime(&then)->tm_hour; //~ violated valid-deref
}
