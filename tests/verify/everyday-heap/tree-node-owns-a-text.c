//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The nodes are freed by recursion, their texts are not.
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
struct tree { char *text; struct tree *left, *right; };
static void destroy(struct tree *t) {
    if (!t)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) {
    struct tree *root = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct tree *t = malloc(sizeof *t);
        if (!t)
            break;
        t->text = malloc(8);
        t->left = root;
        t->right = NULL;
        root = t;
    }
    destroy(root);
    return 0; //~ violated valid-memtrack
}
