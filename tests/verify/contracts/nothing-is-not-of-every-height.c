//@ run: verify %s --entry keep --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A tree that is nothing has height 0: elements without a tree are none with a tree of height 5.
struct node {
    struct node *left, *right;
};
struct list {
    struct list *next;
    struct node *tree;
};
/*@ predicate even(struct node *n, int h) = n == NULL && h == 0 ? emp
      : n->left |-> a * n->right |-> b * even(a, h - 1) * even(b, h - 1) && h > 0; */
/*@ predicate high(struct list *l) = l == NULL ? emp
      : l->next |-> m * l->tree |-> r * even(r, 5) * high(m); */
/*@ predicate bare(struct list *l) = l == NULL ? emp
      : l->next |-> m * l->tree |-> NULL * bare(m); */
/*@ requires bare(l); */
/*@ ensures high(l); */
void keep(struct list *l)
{
}
