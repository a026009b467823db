//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The last element is kept in a global variable, and overwritten by the next list.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *kept;
static void release(struct node *l) {
    if (!l)
        return;
    release(l->next);
    if (l->v == 4711)
        kept = l;
    else
        free(l);
}
int main(void) {
    struct node *l = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            break;
        fresh->v = __VERIFIER_nondet_int();
        fresh->next = l;
        l = fresh;
    }
    release(l);
    free(kept);
    return 0; //~ violated valid-memtrack
}
