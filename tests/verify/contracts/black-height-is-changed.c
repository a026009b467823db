//@ run: verify %s --entry paint --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A black leaf below the root becomes red: its sibling's way is longer by a black node then.
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
            left->red = 1;
    }
}
