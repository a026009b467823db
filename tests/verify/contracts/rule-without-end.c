//@ run: verify %s --entry f --property memsafety
// Without a case for nothing there is no finite heap for this rule; two values for one field and
// bounds that exclude each other have none either.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n->next |-> m * list(m); */
//~^ error[E0940]: no heap satisfies `list`
/*@ predicate both(struct node *n) = n == NULL ? emp : n->value |-> 1 * n->value |-> 2; */
//~^ error[E0940]: two values for one field
/*@ predicate none(struct node *n) = n == NULL ? emp : n->value |-> v && v < 1 && v > 2; */
//~^ error[E0940]: no heap satisfies this rule
/*@ requires emp; ensures emp; */
void f(struct node *l)
{
}
