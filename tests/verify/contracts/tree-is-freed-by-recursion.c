//@ run: verify %s --entry destroy --property memsafety
//@ truth: holds
//@ verdict: true
// Both calls of the function by itself are calls by its contract: each takes a subtree away.
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
    destroy(root->left);
    destroy(root->right);
    free(root);
}
