//@ run: verify %s --entry at --property memsafety --clump clump-guided
//@ truth: holds
//@ verdict: true
// A doubly linked list between two sentinels is walked from its start or from its end. Where the two
// ways meet, the states of both must not become one: of the element that the way back alone leads to
// there would be nothing left but a number.
struct node {
    struct node *next, *prev;
};
/*@ predicate sentinel(struct node *n, struct node *next, struct node *prev) =
        n->next |-> next * n->prev |-> prev; */
/*@ predicate dll(struct node *n, struct node *before) = n == NULL ? emp
        : n->next |-> m * n->prev |-> before * dll(m, n); */
static struct node *behind(struct node *n)
{
    return n->next;
}

static struct node *before(struct node *n)
{
    return n->prev;
}

struct list {
    struct node *d, *z;
    unsigned long length;
};

static struct node *walk(struct list *l, unsigned long n)
{
    struct node *it;
    if (n <= 0 || n > l->length)
        return 0;
    if (n < l->length / 2 + 1) {
        it = behind(l->d);
        while (n > 1) {
            it = behind(it);
            n--;
        }
    } else {
        n = l->length - n;
        it = before(l->z);
        while (n > 0) {
            it = before(it);
            n--;
        }
    }
    return it;
}

/*@ requires sentinel(d, first, d) * sentinel(z, z, last) * dll(first, d => z, last); */
/*@ ensures sentinel(d, d->next, d) * sentinel(z, z, z->prev) * dll(d->next, d => z, z->prev); */
void at(struct node *d, struct node *z, struct node *first, struct node *last,
        unsigned long n, unsigned long length)
{
    struct list l = {d, z, length};
    if (n > 0 && n <= length)
        walk(&l, n);
}
