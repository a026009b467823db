//@ run: verify %s --property memsafety --emit shapes
//@ shows: // P0(this) = this |-> [16]{ 8: link(_) }
//@ shows: digraph shapes {
//@ shows: heap 1 of 2
//@ shows: label = "head"
//@ shows: shape = oval, label = "P0"
// The symbolic heaps at loops, as graphs: here an empty list, or one element and any number behind it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    int value;
    struct item *next;
};
int main(void)
{
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->value = __VERIFIER_nondet_int();
        item->next = head;
        head = item;
    }
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
