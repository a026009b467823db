//@ run: verify %s --entry destroy --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The second call gets the subtree that the first has freed.
extern void free(void *);
struct node {
    struct node *left, *right;
    int key;
};
/*@ predicate tree(struct node *n) = n == NULL ? emp
      : n->left |-> a * n->right |-> b * tree(a) * tree(b); */
/*@ requires tree(root);
    ensures emp; */
void destroy(struct node *root)
{
    if (!root)
        return;
    destroy(root->left); //~ violated valid-deref
    destroy(root->left);
    free(root);
}
