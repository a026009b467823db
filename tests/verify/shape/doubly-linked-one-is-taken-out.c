//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// An element in the middle is taken out and both neighbours know each other.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    struct node *prev;
    int data;
};
int main(void)
{
    struct node *head = 0;
    struct node *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = 0;
        fresh->prev = last;
        if (last)
            last->next = fresh;
        else
            head = fresh;
        last = fresh;
    }
    struct node *it = head;
    while (it && __VERIFIER_nondet_int())
        it = it->next;
    if (it) {
        if (it->prev)
            it->prev->next = it->next;
        else
            head = it->next;
        if (it->next)
            it->next->prev = it->prev;
        free(it);
    }
    it = 0;
    last = 0;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
