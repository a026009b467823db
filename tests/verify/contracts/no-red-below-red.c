//@ run: verify %s --entry walk --property memsafety --property unreach-call
//@ truth: holds
//@ verdict: true
// Colours as parameters: the parent's colour is handed down, and red nodes have black parents. The
// root has a red parent for the rule, so it is black.
struct node {
    int red, key;
    struct node *left, *right;
};
/*@ predicate rb(struct node *n, int above) = n == NULL ? emp
        : n->red |-> 1 * n->left |-> a * n->right |-> b * rb(a, 1) * rb(b, 1) && above == 0
       || n->red |-> 0 * n->left |-> a * n->right |-> b * rb(a, 0) * rb(b, 0); */
extern void reach_error(void);
/*@ requires rb(root, 1);
    ensures rb(root, 1); */
int walk(struct node *root, int key)
{
    struct node *at = root;
    if (root && root->red)
        reach_error();
    while (at && at->key != key) {
        struct node *next = key < at->key ? at->left : at->right;
        if (at->red && next && next->red)
            reach_error();
        at = next;
    }
    return at != 0;
}
