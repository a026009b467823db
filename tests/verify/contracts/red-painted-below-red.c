//@ run: verify %s --entry paint --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A node that is painted red may have a red parent, and red children.
struct node {
    int red, key;
    struct node *left, *right;
};
/*@ predicate rb(struct node *n, int above) = n == NULL ? emp
        : n->red |-> 1 * n->left |-> a * n->right |-> b * rb(a, 1) * rb(b, 1) && above == 0
       || n->red |-> 0 * n->left |-> a * n->right |-> b * rb(a, 0) * rb(b, 0);
    requires rb(root, 1);
    ensures rb(root, 1); */
void paint(struct node *root, int key)
{
    struct node *at = root;
    while (at && at->key != key)
        at = key < at->key ? at->left : at->right;
    if (at)
        at->red = 1;
}
