//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// As `queue-of-subtrees.c`, but an empty subtree on the right is put into the list, too.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};
struct task {
    struct tree *tree;
    struct task *next;
};

static void *get(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static struct task *with(struct tree *tree, struct task *rest)
{
    struct task *task = get(sizeof *task);
    task->tree = tree;
    task->next = rest;
    return task;
}

int main(void)
{
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree **at = &root;
        while (*at)
            at = __VERIFIER_nondet_int() ? &(*at)->left : &(*at)->right;
        struct tree *leaf = get(sizeof *leaf);
        leaf->left = leaf->right = NULL;
        *at = leaf;
    }
    struct task *tasks = root ? with(root, NULL) : NULL;
    while (tasks) {
        struct task *task = tasks;
        struct tree *tree = task->tree;
        tasks = task->next;
        free(task);
        if (tree->left) //~ violated valid-deref
            tasks = with(tree->left, tasks);
        tasks = with(tree->right, tasks);
        free(tree);
    }
    return 0;
}
