//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The flag that a handler sets.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <signal.h>
static volatile sig_atomic_t stop;
int main(void)
{
    while (!stop)
        ;
    reach_error(); //~ violated unreach-call
    return 0;
}
