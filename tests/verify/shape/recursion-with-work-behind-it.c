//@ run: verify %s --property valid-deref --property valid-free --engine shape
//@ truth: fails
//@ verdict: false(valid-deref)
// What comes behind the call reads the element that it freed: a function that does something after
// calling itself is no loop.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    int value;
};
int last;
void walk(struct node *at, struct node *before)
{
    if (!at) {
        free(before);
        return;
    }
    walk(at->next, at);
    last = at->value; //~ violated valid-deref
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
    if (head)
        walk(head->next, head);
    return 0;
}
