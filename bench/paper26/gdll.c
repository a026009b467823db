// Doubly linked lists between two sentinels, of GDSL.
#include "gdsl/src/_gdsl_node.c"
#include "gdsl/src/_gdsl_list.c"
#include "gdsl/src/gdsl_list.c"

extern int __VERIFIER_nondet_int(void);

static long compare(const gdsl_element_t a, void *b)
{
    return __VERIFIER_nondet_int();
}

typedef struct _gdsl_node *node;

void findmin(node d, node z, node first, node last)
{
    struct _gdsl_list l = {d, z, NULL, 0, default_alloc, default_free};
    gdsl_list_search_min(&l, compare);
}

void findmax(node d, node z, node first, node last)
{
    struct _gdsl_list l = {d, z, NULL, 0, default_alloc, default_free};
    gdsl_list_search_max(&l, compare);
}

void find(node d, node z, node first, node last)
{
    struct _gdsl_list l = {d, z, NULL, 0, default_alloc, default_free};
    gdsl_list_search(&l, compare, NULL);
}

void at_index(node d, node z, node first, node last, ulong card, ulong at)
{
    struct _gdsl_list l = {d, z, NULL, card, default_alloc, default_free};
    if (at > 0 && at <= card)
        gdsl_list_search_by_position(&l, at);
}

void delete(node d, node z, node first, node last, ulong card)
{
    struct _gdsl_list l = {d, z, NULL, card, default_alloc, default_free};
    gdsl_list_delete(&l, compare, NULL);
}
