/* Runs a function of the AVL trees on random trees; for insertion on trees whose balances are right. */
#include "random.h"
#include "../javl.c"

/* A tree of the height. Those that come before the new element stand before the others. */
static jsw_avlnode_t *make(unsigned height, int *n_before)
{
    if (height == 0)
        return NULL;
    jsw_avlnode_t *n = malloc(sizeof *n);
    n->balance = height == 1 ? 0 : __VERIFIER_nondet_int();
    n->link[0] = make(height - 1 - (n->balance > 0), n_before);
    n->data = (*n_before)-- > 0 ? NULL : (void *)1;
    n->link[1] = make(height - 1 - (n->balance < 0), n_before);
    return n;
}

static void taken_apart(jsw_avlnode_t *n, unsigned *most)
{
    if (!n)
        return;
    if ((*most)-- == 0)
        broken("more elements than there were");
    taken_apart(n->link[0], most);
    taken_apart(n->link[1], most);
    free(n);
}

static unsigned size(jsw_avlnode_t *n)
{
    return n ? 1 + size(n->link[0]) + size(n->link[1]) : 0;
}

static void one_run(const char *entry)
{
    int n_before = (int)below(16);
    jsw_avlnode_t *root = make(below(6), &n_before);
    unsigned most = size(root) + 1;
    if (!strcmp(entry, "release")) {
        release(root);
        return;
    }
    root = strcmp(entry, "find") ? insert(root, root) : find(root, root);
    taken_apart(root, &most);
}

int main(int argc, char **argv)
{
    for (state = 0; argc > 1 && state < 400; state++) {
        unsigned long seed = state;
        one_run(argv[1]);
        state = seed;
    }
}
