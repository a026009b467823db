//@ run: verify %s --property memcleanup
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// The function that frees a list may end the program, and what its caller has is left then.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { int v; struct node *next; };
static void release(struct node *l) {
    if (!l)
        return;
    struct node *next = l->next;
    int v = l->v;
    free(l);
    release(next);
    if (v == 12345)
        exit(1); //~ violated valid-memcleanup
}
int main(void) {
    int *other = malloc(sizeof *other);
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
    free(other);
    return 0;
}
