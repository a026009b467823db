//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// Nobody wrote a contract: that the list is taken and nothing comes back is found.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    int data;
    struct node *next;
};
static void drop(struct node *list)
{
    if (list) {
        drop(list->next);
        free(list);
    }
}
int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->data = 1;
        fresh->next = head;
        head = fresh;
    }
    drop(head);
    return 0;
}
