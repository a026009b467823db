//@ run: verify %s --entry f --property memsafety
// Structures own structures of other kinds; they do not alternate with them.
struct node {
    struct node *next;
    int value;
};
/*@ predicate odd(struct node *n) = n == NULL ? emp : n->next |-> m * even(m); */
/*@ predicate even(struct node *n) = n == NULL ? emp : n->next |-> m * odd(m); */
//~^ error[E0943]: `even` and `odd` are defined by each other
/*@ requires odd(l); ensures odd(l); */
void f(struct node *l)
{
}
