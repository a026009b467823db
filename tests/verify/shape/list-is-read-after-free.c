//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-deref)
// The way on is read from an element that was freed before.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->data = 1;
        fresh->next = head;
        head = fresh;
    }
    while (head) {
        free(head);
        head = head->next; //~ violated valid-deref
    }
    return 0;
}
