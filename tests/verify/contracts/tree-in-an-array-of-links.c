//@ run: verify %s --entry find --property memsafety
//@ truth: holds
//@ verdict: true
// Links are elements of an array, and keys are compared by a function of a record.
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *link[2];
    int key;
};
struct tree {
    struct node *root;
    int (*compare)(int, int);
};
/*@ predicate tree(struct node *n) = n == NULL ? emp
        : n->link[0] |-> a * n->link[1] |-> b * tree(a) * tree(b); */
static int by_number(int a, int b)
{
    return a < b ? -1 : a > b;
}
static int search(struct tree *t, int key)
{
    struct node *at = t->root;
    while (at) {
        int order = t->compare(at->key, key);
        if (order == 0)
            return 1;
        at = at->link[order < 0];
    }
    return 0;
}
/*@ requires tree(root);
    ensures tree(\result); */
struct node *find(struct node *root, int key)
{
    struct tree t = {root, by_number};
    search(&t, key);
    return t.root;
}
