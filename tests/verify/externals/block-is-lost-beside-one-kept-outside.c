//@ run: verify %s --property valid-memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// A block that nobody outside knows is lost whatever becomes of the other one.
#include <stdlib.h>
extern void enqueue(void *);
int main(void)
{
    void *mine = malloc(8);
    enqueue(malloc(8));
    return mine == 0; //~ violated valid-memcleanup
}
