//@ run: verify %s --entry cut --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A sign that is called a number loses its operand.
struct expr {
    int tag, value;
    struct expr *left, *right;
};
/*@ predicate expr(struct expr *e) =
           e->tag |-> 0
        || e->tag |-> 1 * e->left |-> a * expr(a)
        || e->tag |-> 2 * e->left |-> a * e->right |-> b * expr(a) * expr(b);
    requires expr(e);
    ensures expr(e); */
void cut(struct expr *e)
{
    e->tag = 0;
}
