//@ run: verify %s --entry walk --predicates tests/verify/contracts/input/walk.spec --property memsafety
//@ truth: holds
//@ verdict: true
// Predicate and contract stand in a file of their own; the text of the function stays as it is.
struct node {
    struct node *next;
    int value;
};
int walk(struct node *l)
{
    int n = 0;
    for (struct node *at = l; at; at = at->next)
        if (at->value > 0 && n < 1000)
            n++;
    return n;
}
