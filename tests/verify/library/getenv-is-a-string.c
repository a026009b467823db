//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// What is there is a string.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    const char *home = getenv("HOME");
    return home ? home[0] : sum;
}
