//@ run: verify %s --entry down --property memsafety
//@ truth: holds
//@ verdict: true
// Every way down is as long, whatever the height: where there is a left child there is a right one. The
// height is a number that is not known, and that of a child is one less.
struct node {
    struct node *left, *right;
};
/*@ predicate even(struct node *n, int h) = n == NULL && h == 0 ? emp
      : n->left |-> a * n->right |-> b * even(a, h - 1) * even(b, h - 1) && h > 0; */
extern int __VERIFIER_nondet_int(void);
/*@ requires even(root, _) && root != NULL; */
/*@ ensures even(root, _); */
struct node *down(struct node *root)
{
    struct node *at = root;
    while (__VERIFIER_nondet_int() ? at->left : at->right)
        at = __VERIFIER_nondet_int() ? at->left : at->right;
    return at;
}
