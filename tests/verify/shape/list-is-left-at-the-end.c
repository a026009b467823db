//@ run: verify %s --property memcleanup --engine auto
//@ truth: fails
//@ verdict: false(valid-memcleanup)
// The list can be reached until the end, and is still there then.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    int data;
    struct node *next;
};
static struct node *head;
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->data = 1;
        fresh->next = head;
        head = fresh;
    }
    return 0; //~ violated valid-memcleanup
}
