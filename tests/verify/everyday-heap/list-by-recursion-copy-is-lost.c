//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The copy is never released.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *append(struct node *l, int v) {
    if (!l) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        n->v = v;
        n->next = NULL;
        return n;
    }
    l->next = append(l->next, v);
    return l;
}
static struct node *copy(struct node *l) {
    if (!l)
        return NULL;
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->v = l->v;
    n->next = copy(l->next);
    return n;
}
static void release(struct node *l) {
    if (l) {
        release(l->next);
        free(l);
    }
}
int main(void) {
    struct node *l = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        l = append(l, i);
    struct node *c = copy(l);
    release(l);
    return c == l; //~ violated valid-memtrack
}
