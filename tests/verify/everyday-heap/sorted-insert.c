//@ run: verify %s --property memsafety --engine shape --cpu-time 30
//@ truth: holds
//@ verdict: true
// Keys are kept in order: bounds that each comparison moves by one must not go on for ever.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct node { int key; struct node *next; };
static struct node *insert(struct node *list, int key) {
    struct node *n = malloc(sizeof(struct node));
    if (n == NULL)
        return list;
    n->key = key;
    if (list == NULL || list->key >= key) {
        n->next = list;
        return n;
    }
    struct node *at = list;
    while (at->next != NULL && at->next->key < key)
        at = at->next;
    n->next = at->next;
    at->next = n;
    return list;
}

int main(void) {
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        list = insert(list, __VERIFIER_nondet_int());
    unsigned sum = 0;
    for (struct node *p = list; p; p = p->next)
        sum += (unsigned)p->key;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum > 7;
}

