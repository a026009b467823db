//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The third command calls abort handling that is an error.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

extern void reach_error(void);
static void nothing(void) { }
static void (*const commands[])(void) = { nothing, nothing, reach_error };
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3)
        commands[i](); //~ violated unreach-call
    return 0;
}
