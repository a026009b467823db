//@ run: verify %s --entry beside --property memsafety
//@ truth: holds
//@ verdict: true
// That the root has a left child is found out before a walk down the right one, and known behind it.
#define NULL ((void *)0)
struct node {
    struct node *left, *right;
    int red, key;
};
/*@ predicate rb(struct node *n, int above, int h) = n == NULL && h == 0 ? emp
      : n->red |-> 1 * n->left |-> a * n->right |-> b * rb(a, 1, h) * rb(b, 1, h)
        && above == 0 && h >= 0
     || n->red |-> 0 * n->left |-> a * n->right |-> b * rb(a, 0, h - 1) * rb(b, 0, h - 1)
        && h >= 1; */
/*@ requires rb(root, 1, _); */
/*@ ensures rb(root, 1, _); */
int beside(struct node *root)
{
    if (!root || !root->left || !root->right)
        return 0;
    struct node *at = root->right;
    while (at->left)
        at = at->left;
    return at->key + root->left->key;
}
