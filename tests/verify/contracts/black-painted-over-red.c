//@ run: verify %s --entry paint --property memsafety
//@ truth: holds
//@ verdict: true
// What may stand below a red node may stand below a black one too: the parameter only chooses rules, and
// one that leaves more of them is as good.
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
/*@ ensures rb(t, NULL, 1); */
void paint(struct node *t)
{
    t->red = 0;
}
