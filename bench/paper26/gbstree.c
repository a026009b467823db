// Binary search trees with parents, of GDSL.
#include "gdsl/src/_gdsl_bintree.c"
#undef LEFT
#undef RIGHT
#undef PARENT
#undef CONTENT
#undef IS_EMPTY
#include "gdsl/src/_gdsl_bstree.c"

extern int __VERIFIER_nondet_int(void);

static long compare(const gdsl_element_t a, void *b)
{
    return __VERIFIER_nondet_int();
}

void find(_gdsl_bstree_t t, _gdsl_bstree_t above)
{
    _gdsl_bstree_search(t, compare, NULL);
}

_gdsl_bstree_t insert(_gdsl_bstree_t t)
{
    int result;
    _gdsl_bstree_insert(&t, compare, NULL, &result);
    return t;
}

_gdsl_bstree_t delete(_gdsl_bstree_t t)
{
    _gdsl_bstree_remove(&t, compare, NULL);
    return t;
}
