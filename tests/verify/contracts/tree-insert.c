//@ run: verify %s --entry insert --property memsafety
//@ truth: holds
//@ verdict: true
// A new leaf comes where the way down ends, whatever the keys are.
extern void *malloc(unsigned long);
struct node {
    struct node *left, *right;
    int key;
};
/*@ predicate tree(struct node *n) = n == NULL ? emp
      : n->left |-> a * n->right |-> b * tree(a) * tree(b); */
/*@ requires tree(root);
    ensures tree(\result) && \result != NULL; */
struct node *insert(struct node *root, int key)
{
    struct node *fresh = malloc(sizeof *fresh);
    fresh->left = fresh->right = 0;
    fresh->key = key;
    if (!root)
        return fresh;
    struct node *at = root;
    for (;;) {
        if (key < at->key) {
            if (!at->left) {
                at->left = fresh;
                break;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = fresh;
                break;
            }
            at = at->right;
        }
    }
    return root;
}
