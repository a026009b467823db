//@ run: verify %s --entry find --property memsafety
//@ truth: fails
//@ verdict: false(unreach-call)
// An empty list has no first element, and the contract does not exclude it.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires list(l);
    ensures list(l) && \result != NULL; */
struct node *find(struct node *l, int value) //~ violated unreach-call
{
    struct node *at = l;
    while (at && at->value != value)
        at = at->next;
    return at ? at : l;
}
