//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The head of the ring is not wrapped, so that the ninth element is written behind the array.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
struct ring { unsigned head; int *data; };
int main(void)
{
    struct ring r = { 0, malloc(8 * sizeof(int)) };
    while (__VERIFIER_nondet_int())
        r.data[r.head++] = 1; //~ violated valid-deref
    free(r.data);
    return 0;
}
