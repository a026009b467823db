//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
#include <arpa/inet.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    if (ntohl(htonl(x)) != x || htons(1) != 256 || htonl(1) != 0x01000000)
        reach_error();
    return 0;
}
