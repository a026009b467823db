//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// An empty list has no halves.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *split(struct node *list) {
    struct node *slow = list, *fast = list->next; //~ violated valid-deref
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return half;
}
int main(void) {
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        if (!p)
            break;
        p->v = __VERIFIER_nondet_int();
        p->next = list;
        list = p;
    }
    struct node *other = split(list);
    while (other) {
        struct node *next = other->next;
        free(other);
        other = next;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
