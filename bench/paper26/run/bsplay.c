/* Runs a function of the splay trees on random trees. */
#include "random.h"
#include "../bsplay.c"

static struct node *make(unsigned depth, int low, int high)
{
    if (depth == 0 || low >= high || below(4) == 0)
        return NULL;
    struct node *n = malloc(sizeof *n);
    n->key = low + (int)below((unsigned)(high - low));
    n->entry.spe_left = make(depth - 1, low, n->key);
    n->entry.spe_right = make(depth - 1, n->key + 1, high);
    return n;
}

static unsigned taken_apart(struct node *n, unsigned most)
{
    if (!n)
        return 0;
    if (most == 0)
        broken("more elements than there were");
    unsigned size = 1 + taken_apart(n->entry.spe_left, most - 1);
    if (size > most)
        broken("more elements than there were");
    size += taken_apart(n->entry.spe_right, most - size);
    free(n);
    return size;
}

static unsigned size(struct node *n)
{
    return n ? 1 + size(n->entry.spe_left) + size(n->entry.spe_right) : 0;
}

static void one_run(const char *entry)
{
    struct tree t = {make(5, 0, 16)};
    unsigned n = size(t.sph_root);
    struct node *key = malloc(sizeof *key);
    key->key = (int)below(16);
    if (!strcmp(entry, "find"))
        find(&t, key);
    else if (!strcmp(entry, "insert"))
        insert(&t, key);
    else
        delete(&t, key);
    taken_apart(t.sph_root, n + 1);
    if (strcmp(entry, "insert"))
        free(key);
}

int main(int argc, char **argv)
{
    for (state = 0; argc > 1 && state < 400; state++) {
        unsigned long seed = state;
        one_run(argv[1]);
        state = seed;
    }
}
