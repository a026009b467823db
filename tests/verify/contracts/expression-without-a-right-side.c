//@ run: verify %s --entry leftmost --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A sign has one operand: the other field holds anything.
struct expr {
    int tag, value;
    struct expr *left, *right;
};
/*@ predicate expr(struct expr *e) =
           e->tag |-> 0
        || e->tag |-> 1 * e->left |-> a * expr(a)
        || e->tag |-> 2 * e->left |-> a * e->right |-> b * expr(a) * expr(b); */
extern int __VERIFIER_nondet_int(void);
/*@ requires expr(e);
    ensures expr(e); */
int leftmost(struct expr *e)
{
    struct expr *at = e;
    while (at->tag != 0) {
        if (__VERIFIER_nondet_int())
            at = at->right;
        else
            at = at->left;
    }
    return at->value;
}
