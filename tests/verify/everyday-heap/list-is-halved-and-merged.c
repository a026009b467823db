//@ run: verify %s --property memsafety --engine shape --cpu-time 30
//@ truth: holds
//@ verdict: true
// One pointer runs twice as fast as the other; then both halves are merged in order.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *split(struct node *list) {
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *half = slow->next;
    slow->next = NULL;
    return half;
}
static struct node *merge(struct node *a, struct node *b) {
    struct node head, *last = &head;
    head.next = NULL;
    while (a && b) {
        if (a->v <= b->v) {
            last->next = a;
            a = a->next;
        } else {
            last->next = b;
            b = b->next;
        }
        last = last->next;
    }
    last->next = a ? a : b;
    return head.next;
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
    if (list) {
        struct node *other = split(list);
        list = merge(list, other);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
