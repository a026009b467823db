//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An array has the alignment of its elements, and that of its declaration, whatever its length.
#include <stdint.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
    char c;
    _Alignas(32) char d;
};
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4u + 1;
    struct pair pairs[n];
    char bytes[n] __attribute__((aligned(64)));
    if ((uintptr_t)pairs & 31)
        reach_error();
    if ((uintptr_t)bytes & 63)
        reach_error();
    return 0;
}
