//@ run: verify %s --property valid-memtrack --engine slicing --cpu-time 60
//@ run: verify %s --property valid-memtrack --engine directed --cpu-time 60
//@ truth: holds
//@ verdict: true
// As many blocks are alive as different ones are pointed to, at every place of the run.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
    char *first, *second;
};

static void fill(struct pair *pair)
{
    pair->first = malloc(8);
    pair->second = malloc(8);
}

int main(void)
{
    struct pair pair;
    fill(&pair);
    while (__VERIFIER_nondet_int())
        pair.first[__VERIFIER_nondet_int() & 7] = 0;
    free(pair.first);
    free(pair.second);
    return 0;
}
