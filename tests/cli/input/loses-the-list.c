#include <stdlib.h>
struct node { struct node *next; };
//@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> a * list(a);

//@ requires list(l);
//@ ensures list(\result);
struct node *reversed(struct node *l)
{
    struct node *r = NULL;
    while (l) {
        struct node *n = l->next;
        l->next = r;
        l = n;
        r = l;
    }
    return r;
}
