//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// Elements know the function that frees them.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    void (*release)(struct item *);
    struct item *next;
};
static void drop(struct item *item)
{
    free(item);
}
int main(void)
{
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->release = drop;
        item->next = head;
        head = item;
    }
    while (head) {
        struct item *next = head->next;
        head->release(head);
        head = next;
    }
    return 0;
}
