//@ run: verify %s --entry append --property memsafety
//@ truth: holds
//@ verdict: true
// What the call by itself gives back is put behind the first element again.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires list(a) * list(b);
    ensures list(\result); */
struct node *append(struct node *a, struct node *b)
{
    if (!a)
        return b;
    a->next = append(a->next, b);
    return a;
}
