//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What lies between the members has no certain value (6.2.6.1p6), and equal records may have other bytes.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
    char first;
    int second;
};
int main(void)
{
    int k = __VERIFIER_nondet_int();
    struct pair a = {1, k}, b = {1, k};
    if (memcmp(&a, &b, sizeof a) != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
