// Red-black trees of OpenBSD's <sys/tree.h>.
#include <stddef.h>
#include <stdlib.h>
#include "bsd-tree/openbsd-tree.h-from-tmux.h"

struct node {
    RB_ENTRY(node) entry;
    int key;
};
RB_HEAD(tree, node);

static int compare(struct node *a, struct node *b)
{
    return a->key < b->key ? -1 : a->key > b->key;
}

RB_PROTOTYPE(tree, node, entry, compare)
RB_GENERATE(tree, node, entry, compare)

struct node *find(struct tree *t, struct node *key)
{
    return RB_FIND(tree, t, key);
}

void insert(struct tree *t, struct node *new)
{
    if (RB_INSERT(tree, t, new))
        free(new);
}

void delete(struct tree *t, struct node *key)
{
    struct node *found = RB_FIND(tree, t, key);
    if (found) {
        RB_REMOVE(tree, t, found);
        free(found);
    }
}
