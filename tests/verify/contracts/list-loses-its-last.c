//@ run: verify %s --entry drop_last --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The last element is taken out and never freed; a list of two shows it.
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires list(l);
    ensures list(\result); */
struct node *drop_last(struct node *l) //~ violated valid-memtrack
{
    struct node *before = 0, *at = l;
    while (at && at->next) {
        before = at;
        at = at->next;
    }
    if (before)
        before->next = 0;
    return l;
}
