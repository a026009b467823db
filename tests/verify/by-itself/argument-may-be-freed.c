//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What a function is given can be freed by it, once.
#include <stdlib.h>
struct box {
    int value;
};
int f(struct box *box)
{
    int value = box->value;
    free(box);
    return value;
}
