//@ run: verify %s --property unreach-call --cpu-time 2
//@ truth: fails
//@ verdict: unknown(timeout)
// Where the array lies is not known, whatever way its address becomes a number.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static char array[8];

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (unsigned long i = 0; i < n + 3000000000ul; i++)
        sum += i;
    char *p = array + 4;
    uintptr_t number;
    memcpy(&number, &p, sizeof number);
    if (number & 0xff0)
        reach_error();
    return 0;
}
