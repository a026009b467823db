// A sum that is kept in a list, and a bound that it passes.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
static int squares[10];
static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 30 || n > 40)
        return 0;
    int sum = 0, i;
    struct node *list = push(NULL, 0);
    for (i = 0; i < n; i++) {
        sum += i;
        squares[i % 10] = i * i;
    }
    list = push(list, sum);
    if (list->value > 600)
        reach_error();
    return 0; //~^ violated unreach-call
}

/*
#@ run: verify %s --property unreach-call
#@ truth: fails
#@ verdict: false(unreach-call)
*/
