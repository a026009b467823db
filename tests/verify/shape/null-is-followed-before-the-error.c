//@ run: verify %s --property unreach-call --engine shape
//@ truth: holds
//@ verdict: unknown(inconclusive)
// Every run that comes near the call has followed a null pointer before, which ends it as undefined.
// The call is not reached then, but nobody would call that a proof.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
struct node {
    struct node *next;
    struct node *inner;
};
int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->inner = 0;
        fresh->next = head;
        head = fresh;
    }
    for (struct node *at = head; at; at = at->next)
        if (at->inner->inner)
            reach_error();
    return 0;
}
