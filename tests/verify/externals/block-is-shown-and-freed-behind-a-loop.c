//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// The same, for the provers.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void log_it(const void *);
int main(void)
{
    char *p = malloc(16);
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    log_it(p);
    p[3] = 1;
    free(p);
    return sum;
}
