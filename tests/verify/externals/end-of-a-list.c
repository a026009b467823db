//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Every node of a list can be reached from its head.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
extern void sort(struct node *);
int main(void)
{
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    sort(&a);
    if (c.value == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
