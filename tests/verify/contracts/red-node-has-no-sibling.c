//@ run: verify %s --entry beside --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A red node may have a sibling or not: it adds nothing to the black nodes on the way.
struct node {
    struct node *left, *right, *parent;
    int red;
    int key;
};
/*@ predicate rb(struct node *n, struct node *parent, int above, int h) = n == NULL && h == 0 ? emp
      : n->red |-> 1 * n->parent |-> parent * n->left |-> a * n->right |-> b
        * rb(a, n, 1, h) * rb(b, n, 1, h) && above == 0 && h >= 0
     || n->red |-> 0 * n->parent |-> parent * n->left |-> a * n->right |-> b
        * rb(a, n, 0, h - 1) * rb(b, n, 0, h - 1) && h >= 1; */
/*@ requires rb(root, NULL, 1, _); */
/*@ ensures rb(root, NULL, 1, _); */
int beside(struct node *root, int key)
{
    struct node *at = root;
    while (at && at->key != key)
        at = key < at->key ? at->left : at->right;
    if (at && at->red && at->parent) {
        struct node *up = at->parent;
        struct node *other = up->left == at ? up->right : up->left;
        if (other->red)
            return other->left->key + other->right->key;
        return other->key;
    }
    return 0;
}
