//@ run: verify %s --property unreach-call --engine shape
//@ truth: holds
//@ verdict: true
// Numbers in a list stay between bounds.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    int is_even = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->data = is_even ? 2 : 1;
        is_even = !is_even;
        fresh->next = head;
        head = fresh;
    }
    for (struct node *it = head; it; it = it->next)
        if (it->data < 1 || it->data > 2)
            reach_error();
    return 0;
}
