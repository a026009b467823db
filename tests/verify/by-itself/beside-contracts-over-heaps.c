//@ run: verify %s --function half --cpu-time 20
//@ truth: holds
//@ verdict: true
//@ shows: contracts over heaps are left out here: `first`
// A function that has nothing to do with the heap is looked at whatever is said of others.
#include <stddef.h>
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *l) = l == NULL ? emp : l->next |-> n * list(n); */

/*@ requires list(l); */
int first(struct node *l)
{
    return l ? l->value : 0;
}

int half(int x)
{
    return x / 2;
}
