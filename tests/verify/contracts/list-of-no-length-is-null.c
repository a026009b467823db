//@ run: verify %s --entry first --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// Of a list whose length is not known, the first element may be none.
struct node {
    struct node *next;
    int value;
};
/*@ predicate counted(struct node *n, int len) = n == NULL && len == 0 ? emp
        : n->next |-> m * counted(m, len - 1) && len > 0;
    requires counted(l, k);
    ensures counted(l, k); */
int first(struct node *l, int k)
{
    return l->value;
}
