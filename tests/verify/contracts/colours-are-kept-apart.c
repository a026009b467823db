//@ run: verify %s --entry find --property memsafety --clump clump-guided
//@ truth: holds
//@ verdict: true
// Colours say which rule of the predicate it is. Where states that differ in numbers alone become
// one, a node whose colour is not known is an instance of neither rule.
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
struct node *find(struct node *root, int key)
{
    struct node *at = root;
    while (at) {
        if (key < at->key)
            at = at->left;
        else if (key > at->key)
            at = at->right;
        else
            return at;
    }
    return 0;
}
