//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Equal bytes compare equal.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#include <string.h>
int main(void)
{
    unsigned char a[4], b[4];
    for (int i = 0; i < 4; i++)
        a[i] = b[i] = __VERIFIER_nondet_uchar();
    assert(memcmp(a, b, 4) == 0);
    return 0;
}
