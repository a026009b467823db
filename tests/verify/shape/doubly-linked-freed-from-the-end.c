//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// The list is freed backwards: the last element is found again through its segment.
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
    head = 0;
    while (last) {
        struct node *prev = last->prev;
        free(last);
        last = prev;
    }
    return 0;
}
