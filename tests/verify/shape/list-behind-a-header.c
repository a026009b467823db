//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// The list has a header on the heap, and an element at least.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next, *previous;
    int value;
};
struct list {
    struct item *first, *last;
};
static void push(struct list *list)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->next = NULL;
    item->previous = list->last;
    if (list->last)
        list->last->next = item;
    else
        list->first = item;
    list->last = item;
}
int main(void)
{
    struct list *list = malloc(sizeof *list);
    if (!list)
        abort();
    list->first = list->last = NULL;
    do
        push(list);
    while (__VERIFIER_nondet_int());
    list->last->value = 1;
    struct item *at = list->first;
    while (at->next)
        at = at->next;
    while (at) {
        struct item *previous = at->previous;
        free(at);
        at = previous;
    }
    free(list);
    return 0;
}
