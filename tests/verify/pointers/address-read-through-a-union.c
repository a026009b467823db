//@ run: verify %s --property unreach-call --cpu-time 2
//@ truth: fails
//@ verdict: unknown(timeout)
// A member of a union shows the address as the number that it is.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static char array[8];
static union {
    char *pointer;
    uintptr_t number;
} both;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned sum = 0;
    for (unsigned long i = 0; i < n + 3000000000ul; i++)
        sum += i;
    both.pointer = array;
    if (both.number & 0xff0)
        reach_error();
    return 0;
}
