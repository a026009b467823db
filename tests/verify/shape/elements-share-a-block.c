//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// Every element points to one block that is freed once, at the end.
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
    for (struct node *it = head; it; it = it->next)
        if (*it->shared < 100)
            ++*it->shared;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    free(shared);
    return 0;
}
