//@ run: verify %s --entry down --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// As where every way down is as long, but a right child is one further down: a left one needs no right one
// beside it.
struct node {
    struct node *left, *right;
};
/*@ predicate uneven(struct node *n, int h) = n == NULL && h <= 1 && h >= 0 ? emp
      : n->left |-> a * n->right |-> b * uneven(a, h - 1) * uneven(b, h - 2) && h > 1; */
extern int __VERIFIER_nondet_int(void);
/*@ requires uneven(root, _) && root != NULL; */
/*@ ensures uneven(root, _); */
struct node *down(struct node *root)
{
    struct node *at = root;
    while (__VERIFIER_nondet_int() ? at->left : at->right)
        at = __VERIFIER_nondet_int() ? at->left : at->right;
    return at;
}
