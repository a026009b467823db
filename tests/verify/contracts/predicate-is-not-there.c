//@ run: verify %s --entry f --property memsafety
// Names and numbers of parameters are checked.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires lst(l); */ //~ error[E0936]: there is no predicate `lst`
/*@ ensures list(l, l); */ //~ error[E0937]: `list` has 1 parameter
void f(struct node *l)
{
}
