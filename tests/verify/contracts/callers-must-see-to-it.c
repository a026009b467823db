//@ run: verify %s --entry sum --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The contract asks for no list, so that the pointer may be anything.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires emp;
    ensures emp; */
int sum(struct node *l)
{
    int n = 0;
    for (; l; l = l->next)
        n ^= l->value; //~ violated valid-deref
    return n;
}
