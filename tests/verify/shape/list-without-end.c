//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-deref)
// The last element's link was never set.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *head = malloc(sizeof *head);
    struct node *last = head;
    while (__VERIFIER_nondet_int()) {
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    while (head) {
        struct node *next = head->next; //~ violated valid-deref
        free(head);
        head = next;
    }
    return 0;
}
