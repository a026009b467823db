//@ run: verify %s --function drop --property memsafety --time 30
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: use after free: `p->n` reads `*p` that was freed at line 13
// However much the caller gave.
#include <stdlib.h>
struct node {
    struct node *next;
    int n;
};
int drop(struct node *p)
{
    free(p);
    return p->n; //~ violated valid-deref
}
