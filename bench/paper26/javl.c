// The AVL trees of Julienne Walker. What keys are is the caller's: here they compare anyhow.
#include "jsw_avltree-bintrees/src/jsw_avltree.c"

extern int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b)
{
    return __VERIFIER_nondet_int();
}
static void *same(void *p)
{
    return p;
}
static void let_go(void *p)
{
}

jsw_avlnode_t *find(jsw_avlnode_t *root, void *key)
{
    jsw_avltree_t t = {root, compare, same, let_go, 0};
    jsw_avlfind(&t, key);
    return t.root;
}

void release(jsw_avlnode_t *root)
{
    jsw_avltree_t *t = jsw_avlnew(compare, same, let_go);
    if (!t)
        abort();
    t->root = root;
    jsw_avldelete(t);
}

jsw_avlnode_t *insert(jsw_avlnode_t *root, void *key)
{
    jsw_avltree_t t = {root, compare, same, let_go, 0};
    jsw_avlinsert(&t, key);
    return t.root;
}
