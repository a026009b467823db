//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// The last element is kept in a variable; its link is null when the list is walked.
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
    last->next = 0;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
