//@ run: verify %s
//@ truth: holds
//@ verdict: true
// A table that was filled once is asked at any place: memory, overflow and what was written, too.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned short table[4096];
    for (unsigned i = 0; i < 4096; i++)
        table[i] = i;
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 4096)
        assert(table[k] == k);
    return 0;
}
