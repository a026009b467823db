//@ run: verify %s --entry drop --property memsafety
//@ truth: holds
//@ verdict: true
// Elements with a mark are elements without one, too: who hands a marked list to somebody who wants a list
// keeps the contract, of whichever of the two kinds each element is.
extern void free(void *);
struct item {
    struct item *next;
    int mark;
};
/*@ predicate list(struct item *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ predicate marked(struct item *n, int before) = n == NULL ? emp
      : n->mark |-> 1 * n->next |-> m * marked(m, 1) && before == 0
     || n->mark |-> 0 * n->next |-> m * marked(m, 0); */

/*@ requires list(l);
    ensures emp; */
void release(struct item *l)
{
    if (l) {
        struct item *next = l->next;
        free(l);
        release(next);
    }
}

/*@ requires marked(l, 0);
    ensures emp; */
void drop(struct item *l)
{
    release(l);
}
