// Splay trees of OpenBSD's <sys/tree.h>.
#include <stddef.h>
#include <stdlib.h>
#include "bsd-tree/openbsd-tree.h-from-tmux.h"

struct node {
    SPLAY_ENTRY(node) entry;
    int key;
};
SPLAY_HEAD(tree, node);

static int compare(struct node *a, struct node *b)
{
    return a->key < b->key ? -1 : a->key > b->key;
}

SPLAY_PROTOTYPE(tree, node, entry, compare)
SPLAY_GENERATE(tree, node, entry, compare)

struct node *find(struct tree *t, struct node *key)
{
    return SPLAY_FIND(tree, t, key);
}

void insert(struct tree *t, struct node *new)
{
    if (SPLAY_INSERT(tree, t, new))
        free(new);
}

void delete(struct tree *t, struct node *key)
{
    struct node *found = SPLAY_FIND(tree, t, key);
    if (found) {
        SPLAY_REMOVE(tree, t, found);
        free(found);
    }
}
