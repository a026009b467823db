//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The nodes of a list are not its head.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
extern void *realloc(void *, __SIZE_TYPE__);
struct node { struct node *next; };
static struct node head;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 3;
    head.next = &head;
    struct node *p = malloc(sizeof *p);
    p->next = head.next;
    head.next = p;
    if (head.next == &head)
        reach_error();
    free(p);
    return 0;
}
