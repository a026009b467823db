//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(valid-deref)
// The number of elements is compared with the size of the array in bytes.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100

static void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i; //~ violated valid-deref
}

int main(void)
{
    int a[SIZE];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > (int)sizeof a)
        return 0;
    fill(a, n);
    for (int i = 0; i < n; i++)
        assert(a[i] == i);
    return 0;
}
