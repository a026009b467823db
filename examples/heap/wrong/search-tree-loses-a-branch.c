//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// What is right of the deleted node is lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *root, int key)
{
    struct node *fresh = malloc(sizeof *fresh);
    if (!fresh)
        abort();
    fresh->key = key;
    fresh->left = fresh->right = NULL;
    if (!root)
        return fresh;
    struct node *at = root;
    for (;;) {
        if (key < at->key) {
            if (!at->left) {
                at->left = fresh;
                return root;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = fresh;
                return root;
            }
            at = at->right;
        }
    }
}

static struct node *delete_smallest(struct node *root)
{
    struct node *parent = NULL, *at = root;
    while (at->left) {
        parent = at;
        at = at->left;
    }
    if (parent)
        parent->left = NULL;
    else
        root = at->right;
    free(at);
    return root;
}

static void free_all(struct node *root)
{
    while (root) {
        struct node *left = root->left;
        if (left) {
            root->left = left->right;
            left->right = root;
            root = left;
        } else {
            struct node *right = root->right;
            free(root);
            root = right;
        }
    }
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) { //~ violated valid-memtrack
        if (root && __VERIFIER_nondet_int())
            root = delete_smallest(root);
        else
            root = insert(root, __VERIFIER_nondet_int());
    }
    free_all(root);
    return 0;
}
