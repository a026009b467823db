//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Comparisons within one array depend on no layout, so that the only run is a proof.
#include <assert.h>

int main(void)
{
    int a[5] = {5, 3, 4, 1, 2};
    for (int *p = a; p < a + 5; p++)
        for (int *q = p + 1; q < a + 5; q++)
            if (*q < *p) {
                int kept = *p;
                *p = *q;
                *q = kept;
            }
    for (int *p = a + 1; p != a + 5; p++)
        assert(p[-1] <= p[0]);
    return 0;
}
