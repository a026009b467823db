/* Runs a function of the red-black trees on random trees: colours, parents and black heights are those of
 * the contract. */
#include "random.h"
#include "../brbtree.c"

/* A tree of the black height; keys go from `*next` on. */
static struct node *make(unsigned height, int may_be_red, struct node *parent, int *next)
{
    int is_red = may_be_red && below(2);
    if (!is_red && height == 0)
        return NULL;
    struct node *n = malloc(sizeof *n);
    unsigned inner = is_red ? height : height - 1;
    n->entry.rbe_color = is_red;
    n->entry.rbe_parent = parent;
    n->entry.rbe_left = make(inner, !is_red, n, next);
    n->key = *next;
    *next += 2;
    n->entry.rbe_right = make(inner, !is_red, n, next);
    return n;
}

static unsigned taken_apart(struct node *n, struct node *parent, int may_be_red, unsigned *most)
{
    if (!n)
        return 0;
    if (n->entry.rbe_parent != parent)
        broken("a parent");
    if (n->entry.rbe_color != 0 && !(n->entry.rbe_color == 1 && may_be_red))
        broken("a colour");
    if ((*most)-- == 0)
        broken("more elements than there were");
    int is_red = n->entry.rbe_color;
    unsigned left = taken_apart(n->entry.rbe_left, n, !is_red, most);
    if (left != taken_apart(n->entry.rbe_right, n, !is_red, most))
        broken("black heights");
    free(n);
    return left + !is_red;
}

static void one_run(const char *entry)
{
    int next = 1;
    struct tree t = {make(below(4), 0, NULL, &next)};
    unsigned most = (unsigned)next;
    struct node *key = malloc(sizeof *key);
    key->key = (int)below((unsigned)next + 1);
    if (!strcmp(entry, "find"))
        find(&t, key);
    else if (!strcmp(entry, "insert"))
        insert(&t, key);
    else
        delete(&t, key);
    taken_apart(t.rbh_root, NULL, 0, &most);
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
