//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// A list of any length up to five is built and freed.
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern unsigned __VERIFIER_nondet_uint(void);

struct node { struct node *next; int value; };

int main(void)
{
    struct node *list = 0;
    unsigned n = __VERIFIER_nondet_uint() % 6;
    for (unsigned i = 0; i < n; i++) {
        struct node *node = malloc(sizeof(*node));
        node->next = list;
        node->value = (int)i;
        list = node;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
