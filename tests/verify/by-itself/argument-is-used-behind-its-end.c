//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// What was freed cannot be read.
#include <stdlib.h>
struct box {
    int value;
};
int f(struct box *box)
{
    free(box);
    return box->value; //~ violated valid-deref
}
