//@ run: verify %s --engine bounded --property no-overflow --property unreach-call --cpu-time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// Sums of products that leave the type for the greatest of them only.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[6], b[6], sum = 0;
    for (int i = 0; i < 6; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
        if (a[i] < -5000 || a[i] > 6000 || b[i] < 0 || b[i] > 60000)
            return 0;
    }
    for (int i = 0; i < 6; i++)
        sum += a[i] * b[i];
    assert(sum >= -1800000000 && sum <= 1800000000); //~ violated assertion
    return 0;
}
