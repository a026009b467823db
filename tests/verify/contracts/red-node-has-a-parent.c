//@ run: verify %s --entry above --property memsafety
//@ truth: holds
//@ verdict: true
// The root is black, so that a red node that was found somewhere below has a parent: what its rule demands
// of a number that only the end of a stretch names is known of that end.
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
        struct node *up = at->parent;
        return up->key;
    }
    return 0;
}
