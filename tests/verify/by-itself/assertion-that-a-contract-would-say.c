//@ run: verify %s --function first --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: a contract of `first` can exclude this, if no caller does it: `//@ requires p != NULL;`
// The code compares with null, so null is tried; nobody says that it is not allowed.
#include <assert.h>
#include <stddef.h>
int first(int *p)
{
    assert(p != NULL); //~ violated assertion
    return *p;
}
