//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A subscript that rand chooses is not bounded.
#include <stdlib.h>

int main(void)
{
    int a[10] = { 0 };
    return a[rand()]; //~ violated valid-deref
}
