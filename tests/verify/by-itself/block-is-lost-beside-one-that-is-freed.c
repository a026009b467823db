//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(valid-memtrack)
// What the function was given is freed, and what it allocated is lost.
#include <stdlib.h>
struct box {
    int value;
};
void f(struct box *box) //~ violated valid-memtrack
{
    char *lost = malloc(8);
    (void)lost;
    free(box);
}
