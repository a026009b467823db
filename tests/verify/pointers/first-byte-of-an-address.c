//@ run: verify %s --property unreach-call --cpu-time 2
//@ truth: fails
//@ verdict: unknown(timeout)
// Nothing is known of a byte of an address.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);


int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (unsigned long i = 0; i < n + 3000000000ul; i++)
        sum += i;
    char *p = malloc(8);
    unsigned char *bytes = (unsigned char *)&p;
    if (bytes[0])
        reach_error();
    return 0;
}
