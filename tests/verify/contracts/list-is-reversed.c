//@ run: verify %s --entry reverse --property memsafety
//@ truth: holds
//@ verdict: true
// The loop has a reversed list and one that is still to be reversed, apart from each other.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires list(l);
    ensures list(\result); */
struct node *reverse(struct node *l)
{
    struct node *done = 0;
    while (l) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}
