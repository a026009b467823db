//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The end of the list is not looked for.
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
    while (at->next->key < key) //~ violated valid-deref
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

