//@ run: verify %s --property unreach-call --engine auto
//@ truth: fails
//@ verdict: false(unreach-call)
// One number of three is out of the bounds.
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
    int turn = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->data = 1 + turn;
        turn = turn == 2 ? 0 : turn + 1;
        fresh->next = head;
        head = fresh;
    }
    for (struct node *it = head; it; it = it->next)
        if (it->data < 1 || it->data > 2)
            reach_error(); //~ violated unreach-call
    return 0;
}
