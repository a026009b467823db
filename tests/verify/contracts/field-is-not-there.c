//@ run: verify %s --entry f --property memsafety
// A predicate that speaks of a field which the record does not have.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->nxt |-> m * list(m); */
//~^ error[E0944]: `struct node *` has no field `nxt`
/*@ requires list(l); ensures list(l); */
void f(struct node *l)
{
}
