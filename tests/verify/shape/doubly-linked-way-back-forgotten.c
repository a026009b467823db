//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-deref)
// The successor of the element that is taken out still leads back to it.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    struct node *next;
    struct node *prev;
    int data;
};
int main(void)
{
    struct node *head = 0;
    struct node *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->next = 0;
        fresh->prev = last;
        if (last)
            last->next = fresh;
        else
            head = fresh;
        last = fresh;
    }
    struct node *it = head;
    if (it && it->next) {
        head = it->next;
        free(it);
    }
    it = 0;
    head = 0;
    while (last) {
        struct node *prev = last->prev; //~ violated valid-deref
        free(last);
        last = prev;
    }
    return 0;
}
