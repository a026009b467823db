//@ run: verify %s --entry f --property memsafety
// A condition on a name that nothing holds would be no condition.
struct node {
    struct node *next;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m) && w > 3; */
//~^ error[E0941]: no field holds `w`
/*@ requires list(l); ensures list(l); */
void f(struct node *l)
{
}
