//@ run: verify %s --property unreach-call --engine shape
//@ truth: holds
//@ verdict: true
// Two stretches of a list, each with its constant, and an end that is neither.
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
    struct node *head = malloc(sizeof *head);
    struct node *last = head;
    while (__VERIFIER_nondet_int()) {
        last->data = 1;
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    while (__VERIFIER_nondet_int()) {
        last->data = 2;
        last->next = malloc(sizeof *last);
        last = last->next;
    }
    last->data = 3;
    last = head;
    while (last->data == 1)
        last = last->next;
    while (last->data == 2)
        last = last->next;
    if (last->data != 3)
        reach_error();
    return 0;
}
