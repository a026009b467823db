//@ run: verify %s --entry push --property memsafety
//@ truth: holds
//@ verdict: true
// The second parameter is the element before: none before the first.
extern void *malloc(unsigned long);
struct node {
    struct node *next, *prev;
    int value;
};
/*@ predicate dll(struct node *n, struct node *before) = n == NULL ? emp
      : n->next |-> m * n->prev |-> before * dll(m, n); */
/*@ requires dll(l, NULL);
    ensures dll(\result, NULL) && \result != NULL; */
struct node *push(struct node *l, int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = l;
    fresh->prev = 0;
    fresh->value = value;
    if (l)
        l->prev = fresh;
    return fresh;
}
