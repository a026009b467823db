//@ run: verify %s --property def-behavior --cpu-time 60
//@ truth: holds
//@ verdict: true
// From the last element to the first: what lies behind the next one was written.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = n - 1; i >= 0; i--)
        a[i] = i;
    while (__VERIFIER_nondet_int())
        ;
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i])
            found = 1;
    free(a);
    return found;
}
