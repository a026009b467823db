//@ run: verify %s --property memsafety --engine auto
//@ truth: fails
//@ verdict: false(valid-deref)
// The block that all elements point to is freed with the first one.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    int *shared;
};
int main(void)
{
    int *shared = malloc(sizeof *shared);
    *shared = 0;
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->shared = shared;
        fresh->next = head;
        head = fresh;
    }
    int is_first = 1;
    while (head) {
        struct node *next = head->next;
        ++*head->shared; //~ violated valid-deref
        if (is_first)
            free(head->shared);
        is_first = 0;
        free(head);
        head = next;
    }
    if (is_first)
        free(shared);
    return 0;
}
