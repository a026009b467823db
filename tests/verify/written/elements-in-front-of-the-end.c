//@ run: verify %s --cpu-time 60
//@ truth: holds
//@ verdict: true
// Every element that is read was written by the loop before, however many there are.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    int most = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > most)
            most = a[i];
    free(a);
    return most > 0;
}
