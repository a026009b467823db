//@ run: verify %s --entry paint --property memsafety
//@ truth: holds
//@ verdict: true
// Two black leaves below the root become red: the root is as high on both sides, and lower than it was.
#define NULL ((void *)0)
struct node {
    struct node *left, *right;
    int red;
};
/*@ predicate rb(struct node *n, int above, int h) = n == NULL && h == 0 ? emp
      : n->red |-> 1 * n->left |-> a * n->right |-> b * rb(a, 1, h) * rb(b, 1, h)
        && above == 0 && h >= 0
     || n->red |-> 0 * n->left |-> a * n->right |-> b * rb(a, 0, h - 1) * rb(b, 0, h - 1)
        && h >= 1; */
/*@ requires rb(root, 1, _); */
/*@ ensures rb(root, 1, _); */
void paint(struct node *root)
{
    struct node *left = root ? root->left : NULL;
    if (left && !left->red && !left->left && !left->right) {
        struct node *right = root->right;
        if (!right->red && !right->left && !right->right)
            left->red = right->red = 1;
    }
}
