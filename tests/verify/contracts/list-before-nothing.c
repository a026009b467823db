//@ run: verify %s --entry meet --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// The second block is not linked to itself, so that the way behind it leads anywhere.
struct node {
    struct node *next, *prev;
    int value;
};
/*@ predicate ends(struct node *n, struct node *next, struct node *prev) =
        n->next |-> next * n->prev |-> prev;
    predicate dll(struct node *n, struct node *before) = n == NULL ? emp
        : n->next |-> m * n->prev |-> before * dll(m, n); */
/*@ requires ends(d, first, d) * ends(z, _, last) * dll(first, d => z, last);
    ensures ends(d, d->next, d) * ends(z, _, z->prev) * dll(d->next, d => z, z->prev); */
int meet(struct node *d, struct node *z, struct node *first, struct node *last, int value)
{
    struct node *left = d->next, *right = z->prev;
    while (left != right->next) {
        if (left->value == value)
            return 1;
        if (left == right && value == 7)
            return 0;
        if (right->value == value)
            return 1;
        left = left->next;
        right = right->prev;
    }
    return 0;
}
