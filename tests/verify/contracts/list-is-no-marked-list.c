//@ run: verify %s --entry mark --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// A list without marks is no list with marks.
struct item {
    struct item *next;
    int mark;
};
/*@ predicate list(struct item *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ predicate marked(struct item *n) = n == NULL ? emp
      : n->mark |-> 1 * n->next |-> m * marked(m)
     || n->mark |-> 0 * n->next |-> m * marked(m); */

/*@ requires list(l);
    ensures marked(l); */
void mark(struct item *l)
{
}
