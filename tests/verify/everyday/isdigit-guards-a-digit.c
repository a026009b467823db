//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A character that is a digit has a value from 0 to 9.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#include <ctype.h>
int main(void)
{
    int c = __VERIFIER_nondet_uchar();
    if (isdigit(c))
        assert(c - '0' >= 0 && c - '0' <= 9);
    return 0;
}
