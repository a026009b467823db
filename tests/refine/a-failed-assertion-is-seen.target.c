//@ run: refine %s tests/refine/a-failed-assertion-is-seen.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Behind an input-dependent loop the target fails where the source does not.
#include <assert.h>
int x;
int f(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int r = x;
    assert(r != 1);
    return r;
}
