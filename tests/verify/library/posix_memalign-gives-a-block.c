//@ run: verify %s --property valid-memsafety --time 3
//@ truth: holds
//@ verdict: true
// The block has as many bytes as were asked for.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    void *block;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    if (posix_memalign(&block, 16, 24))
        return 1;
    ((char *)block)[23] = 1;
    free(block);
    return sum;
}
