//@ run: verify %s --entry paint --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// What may stand below a black node need not be allowed below a red one: fewer rules are left.
struct node {
    struct node *left, *right, *parent;
    int red;
    int key;
};
/*@ predicate rb(struct node *n, struct node *parent, int above) = n == NULL ? emp
      : n->red |-> 1 * n->parent |-> parent * n->left |-> a * n->right |-> b
        * rb(a, n, 1) * rb(b, n, 1) && above == 0
     || n->red |-> 0 * n->parent |-> parent * n->left |-> a * n->right |-> b
        * rb(a, n, 0) * rb(b, n, 0); */
/*@ requires rb(t, NULL, 0) && t != NULL; */
/*@ ensures rb(t, NULL, 0); */
void paint(struct node *t)
{
    t->red = 1;
}
