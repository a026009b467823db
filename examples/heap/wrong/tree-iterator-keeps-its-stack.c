//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// What is popped from the stack is never freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
};
struct pending {
    struct node *node;
    struct pending *below;
};

static void push(struct pending **stack, struct node *node)
{
    while (node) {
        struct pending *fresh = malloc(sizeof *fresh);
        if (!fresh)
            abort();
        fresh->node = node;
        fresh->below = *stack;
        *stack = fresh;
        node = node->left;
    }
}

static struct node *next(struct pending **stack)
{
    struct pending *top = *stack;
    struct node *node = top->node;
    *stack = top->below;
    push(stack, node->right);
    return node;
}

int main(void)
{
    struct node *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            abort();
        fresh->left = fresh->right = NULL;
        struct node **at = &root;
        while (*at)
            at = __VERIFIER_nondet_int() ? &(*at)->left : &(*at)->right;
        *at = fresh;
    }
    struct pending *stack = NULL;
    push(&stack, root);
    while (stack) //~ violated valid-memtrack
        next(&stack);
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
    return 0;
}
