/* Runs a function of the binary trees with parents on random trees. */
#include "random.h"
#include "../gbstree.c"

static _gdsl_bstree_t make(unsigned depth, _gdsl_bstree_t parent)
{
    if (depth == 0 || below(4) == 0)
        return NULL;
    _gdsl_bstree_t t = malloc(sizeof *t);
    t->content = t;
    t->parent = parent;
    t->left = make(depth - 1, t);
    t->right = make(depth - 1, t);
    return t;
}

/* A tree of no more elements, whose parents are those of the contract where it speaks of them. */
static unsigned taken_apart(_gdsl_bstree_t t, _gdsl_bstree_t parent, int with_parents, unsigned most)
{
    if (!t)
        return 0;
    if (with_parents && t->parent != parent)
        broken("a parent");
    if (most == 0)
        broken("more elements than there were");
    unsigned n = 1 + taken_apart(t->left, t, with_parents, most - 1);
    if (n > most)
        broken("more elements than there were");
    n += taken_apart(t->right, t, with_parents, most - n);
    free(t);
    return n;
}

static unsigned size(_gdsl_bstree_t t)
{
    return t ? 1 + size(t->left) + size(t->right) : 0;
}

static void one_run(const char *entry)
{
    _gdsl_bstree_t t = make(4, NULL);
    unsigned n = size(t);
    if (!strcmp(entry, "find"))
        find(t, NULL);
    else if (!strcmp(entry, "insert"))
        t = insert(t);
    else
        t = delete(t);
    taken_apart(t, NULL, strcmp(entry, "delete") != 0, n + 1);
}

int main(int argc, char **argv)
{
    for (state = 0; argc > 1 && state < 400; state++) {
        unsigned long seed = state;
        one_run(argv[1]);
        state = seed;
    }
}
