//@ run: verify %s --entry cut --property valid-deref --property valid-free
//@ truth: fails
//@ verdict: unknown(inconclusive)
// What is named has to be there all the same: here the list becomes a ring.
struct node {
    struct node *next;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
extern int __VERIFIER_nondet_int(void);
/*@ requires list(l);
    ensures list(l) * true; */
void cut(struct node *l)
{
    struct node *at = l;
    while (at && __VERIFIER_nondet_int())
        at = at->next;
    if (at)
        at->next = l;
}
