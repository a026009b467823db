//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-memtrack)
// The loop stops at the last element, which is lost when `main` returns.
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
    while (head && head->next) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    head = 0;
    return 0; //~ violated valid-memtrack
}
