//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// A doubly linked list that is closed to a circle, and opened again to be freed.
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
    struct node *head = malloc(sizeof *head);
    head->next = head->prev = head;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = head->next;
        fresh->prev = head;
        head->next->prev = fresh;
        head->next = fresh;
    }
    struct node *it = head->next;
    while (it != head) {
        struct node *next = it->next;
        it->prev->next = next;
        next->prev = it->prev;
        free(it);
        it = next;
    }
    free(head);
    return 0;
}
