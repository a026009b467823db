//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// The list ends where it starts, at an element that is always there.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    int data;
    struct node *next;
};
int main(void)
{
    struct node *ring = malloc(sizeof *ring);
    ring->next = ring;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = ring->next;
        ring->next = fresh;
    }
    struct node *it = ring->next;
    while (it != ring) {
        struct node *next = it->next;
        free(it);
        it = next;
    }
    free(ring);
    return 0;
}
