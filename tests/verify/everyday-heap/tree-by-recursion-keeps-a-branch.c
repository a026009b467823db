//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The right subtree is lost where there is a left one.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
        t->left = t->right = NULL;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}
static void destroy(struct tree *t) {
    if (!t)
        return;
    if (t->left)
        destroy(t->left);
    else
        destroy(t->right);
    free(t);
}
int main(void) {
    struct tree *root = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        root = insert(root, __VERIFIER_nondet_int());
    destroy(root);
    return 0; //~ violated valid-memtrack
}

