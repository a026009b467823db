//@ run: verify %s --entry splay --property memsafety --clump clump-guided
//@ truth: holds
//@ verdict: true
// Splaying from above: nodes are taken from the tree one by one and put at the right edge of a left
// tree or at the left edge of a right one, whose last nodes keep pointing into the middle tree until
// they get their next child. What they hold there is overwritten before it is read.
struct node {
    struct node *left, *right;
    int key;
};
/*@ predicate tree(struct node *n) = n == NULL ? emp
        : n->left |-> a * n->right |-> b * tree(a) * tree(b); */
/*@ requires tree(root) && root != NULL; */
/*@ ensures tree(\result) && \result != NULL; */
struct node *splay(struct node *root, int key)
{
    struct node edges, *left = &edges, *right = &edges, *child;
    edges.left = edges.right = 0;
    while (key != root->key) {
        if (key < root->key) {
            child = root->left;
            if (!child)
                break;
            if (key < child->key) {
                root->left = child->right;
                child->right = root;
                root = child;
                if (!root->left)
                    break;
            }
            right->left = root;
            right = root;
            root = root->left;
        } else {
            child = root->right;
            if (!child)
                break;
            if (key > child->key) {
                root->right = child->left;
                child->left = root;
                root = child;
                if (!root->right)
                    break;
            }
            left->right = root;
            left = root;
            root = root->right;
        }
    }
    left->right = root->left;
    right->left = root->right;
    root->left = edges.right;
    root->right = edges.left;
    return root;
}
