//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// Each element of a doubly linked list may own one more block of its type.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    struct node *prev;
    struct node *inner;
};
static struct node *make(struct node *prev)
{
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = 0;
    fresh->prev = prev;
    fresh->inner = 0;
    if (__VERIFIER_nondet_int()) {
        fresh->inner = malloc(sizeof *fresh);
        fresh->inner->next = 0;
        fresh->inner->inner = 0;
    }
    return fresh;
}
int main(void)
{
    struct node *head = make(0), *last = head;
    while (__VERIFIER_nondet_int()) {
        last->next = make(last);
        last = last->next;
    }
    while (head) {
        struct node *next = head->next;
        if (head->inner)
            free(head->inner);
        free(head);
        head = next;
    }
    return 0;
}
