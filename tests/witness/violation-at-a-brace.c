//@ run: verify %s --witness %t.yml --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ run: check %t.yml %s
//@ verdict: false(def-behavior)
// What fails need not be a statement.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
_Noreturn static void stop(void)
{
    if (__VERIFIER_nondet_int() != 23)
        exit(1);
} //~ violated undefined
int main(void)
{
    stop();
}
