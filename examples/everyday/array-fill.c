//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// Up to a hundred elements of an array are filled with their own indices.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 100

static void fill(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
}

int main(void)
{
    int a[SIZE];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > SIZE)
        return 0;
    fill(a, n);
    for (int i = 0; i < n; i++)
        assert(a[i] == i);
    return 0;
}
