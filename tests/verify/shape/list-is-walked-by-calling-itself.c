//@ run: verify %s --property valid-deref --property valid-free --engine shape
//@ truth: holds
//@ verdict: true
// Both functions end by calling themselves, with parameters that swap or move on.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    int value;
};
struct node *reverse(struct node *l, struct node *done)
{
    if (!l)
        return done;
    struct node *next = l->next;
    l->next = done;
    return reverse(next, l);
}
void release(struct node *l)
{
    if (!l)
        return;
    struct node *next = l->next;
    free(l);
    release(next);
}
int main(void)
{
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = head;
        fresh->value = 1;
        head = fresh;
    }
    release(reverse(head, 0));
    return 0;
}
