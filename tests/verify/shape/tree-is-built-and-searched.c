//@ run: verify %s --property valid-deref --engine shape
//@ truth: holds
//@ verdict: true
// A search tree of any form: insertion and search stay inside of it.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};
int main(void)
{
    struct tree *root = 0;
    while (__VERIFIER_nondet_int()) {
        struct tree *fresh = malloc(sizeof *fresh);
        fresh->left = 0;
        fresh->right = 0;
        fresh->key = __VERIFIER_nondet_int();
        if (!root) {
            root = fresh;
            continue;
        }
        struct tree *at = root;
        for (;;) {
            if (fresh->key < at->key) {
                if (!at->left) {
                    at->left = fresh;
                    break;
                }
                at = at->left;
            } else {
                if (!at->right) {
                    at->right = fresh;
                    break;
                }
                at = at->right;
            }
        }
    }
    int key = __VERIFIER_nondet_int();
    struct tree *it = root;
    while (it && it->key != key)
        it = key < it->key ? it->left : it->right;
    return it ? it->key : 0;
}
