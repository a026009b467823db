//@ run: verify %s --entry main --property memsafety
//@ truth: fails
//@ verdict: unknown(inconclusive)
// One list cannot be both arguments of a function that wants them apart: it becomes a cycle, and
// freeing it frees the first element twice.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    int value;
};
/*@ predicate list(struct node *n) = n == NULL ? emp : n->next |-> m * list(m); */
/*@ requires list(a) * list(b);
    ensures list(\result); */
struct node *append(struct node *a, struct node *b)
{
    if (!a)
        return b;
    a->next = append(a->next, b);
    return a;
}
int main(void)
{
    struct node *l = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = l;
        l = fresh;
    }
    l = append(l, l);
    while (l) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
