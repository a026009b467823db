//@ run: verify %s --entry above --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// The parent of a red node is there, but its own parent need not be.
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
/*@ requires rb(root, NULL, 1); */
/*@ ensures rb(root, NULL, 1); */
int above(struct node *root, int key)
{
    struct node *at = root;
    while (at && at->key != key)
        at = key < at->key ? at->left : at->right;
    if (at && at->red) {
        struct node *up = at->parent->parent;
        return up->key;
    }
    return 0;
}
