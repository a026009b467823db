//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The operand of `sizeof` and `typeof` is evaluated where its type has a length that is known only
// when the program runs, and nowhere else; that of an alignment never is.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int calls;
static int call(void)
{
    calls++;
    return 0;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = 3, i = 0;
    for (int k = 0; k < n; k++)
        ;
    int a[m][m];
    assert(sizeof(a[i++]) == 3 * sizeof(int) && i == 1);
    assert(sizeof(a[call()]) == 3 * sizeof(int) && calls == 1);
    assert(sizeof(a[call()][call()]) == sizeof(int) && calls == 1);
    assert(sizeof(*(call(), &a)) == 9 * sizeof(int) && calls == 2);
    assert(__alignof__(a[call()]) == 4 && _Alignof(int[call() + 1]) == 4 && calls == 2);
    assert(__alignof__(call()) == 4 && calls == 2);
    __typeof__(a[call()]) row;
    assert(sizeof row == 3 * sizeof(int) && calls == 3);
    __typeof__(a[call()][0]) number = 1;
    assert(sizeof number == sizeof(int) && calls == 3);
    assert(sizeof(sizeof(a[call()])) == sizeof(size_t) && calls == 3);
    int(*p)[m] = malloc(sizeof *p);
    free(p);
    return 0;
}
