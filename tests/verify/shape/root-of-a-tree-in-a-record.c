//@ run: verify %s --engine shape --property valid-deref
//@ truth: holds
//@ verdict: true
// That the root, which a record on the heap holds, is not null, is kept at the head of the loop.
void *malloc(unsigned long);
void abort(void);
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *left, *right;
    int key;
};
struct tree {
    struct node *root;
};
static struct node *new_node(void)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->left = n->right = 0;
    n->key = __VERIFIER_nondet_int();
    return n;
}
int main(void)
{
    struct tree *t = malloc(sizeof *t);
    if (!t)
        abort();
    t->root = new_node();
    while (__VERIFIER_nondet_int()) {
        struct node *at = t->root, *n = new_node();
        if (__VERIFIER_nondet_int()) {
            n->left = at->left;
            at->left = n;
        } else {
            n->right = at;
            t->root = n;
        }
        t->root->key++;
    }
    return t->root->key > 0;
}
