//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// One of the two functions that elements know does not free them.
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
static void keep(struct item *item)
{
    (void)item;
}
int main(void)
{
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->release = __VERIFIER_nondet_int() ? drop : keep;
        item->next = head;
        head = item;
    }
    while (head) {
        struct item *next = head->next;
        head->release(head);
        head = next;
    }
    return 0; //~ violated valid-memtrack
}
