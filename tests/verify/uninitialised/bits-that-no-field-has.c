//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct bits {
    unsigned a : 3, b : 6;
};
int main(void)
{
    unsigned k = __VERIFIER_nondet_uint();
    struct bits x = {k, k}, y = {k, k};
    if (memcmp(&x, &y, sizeof x) != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
