/* Runs a function of the doubly linked lists on random lists. */
#include "random.h"
#include "../gdll.c"

static node make(void)
{
    node n = malloc(sizeof *n);
    n->content = n;
    return n;
}

static void one_run(const char *entry)
{
    unsigned n = below(6);
    node d = make(), z = make(), at = d;
    d->pred = d;
    z->succ = z;
    for (unsigned i = 0; i < n; i++) {
        node next = make();
        at->succ = next;
        next->pred = at;
        at = next;
    }
    at->succ = z;
    z->pred = at;
    if (!strcmp(entry, "findmin"))
        findmin(d, z, d->succ, z->pred);
    else if (!strcmp(entry, "findmax"))
        findmax(d, z, d->succ, z->pred);
    else if (!strcmp(entry, "find"))
        find(d, z, d->succ, z->pred);
    else
        delete(d, z, d->succ, z->pred, n);
    if (d->pred != d || z->succ != z)
        broken("a sentinel");
    unsigned left = 0;
    for (at = d; at != z; at = at->succ) {
        if (at->succ->pred != at)
            broken("the way back");
        if (left++ > n)
            broken("a circle");
    }
    for (at = d; at != z;) {
        node next = at->succ;
        free(at);
        at = next;
    }
    free(z);
}

int main(int argc, char **argv)
{
    for (state = 0; argc > 1 && state < 400; state++) {
        unsigned long seed = state;
        one_run(argv[1]);
        state = seed;
    }
}
