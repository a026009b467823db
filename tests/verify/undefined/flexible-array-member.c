//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A flexible array member has as many elements as there is room for.
extern int __VERIFIER_nondet_int(void);

extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

struct list { int n; int item[]; };

int main(void)
{
    struct list *l = malloc(sizeof(struct list) + 3 * sizeof(int));
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        i = 0;
    l->item[i] = 7; //~ violated valid-deref
    free(l);
    return 0;
}
