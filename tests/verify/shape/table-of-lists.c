//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// The subscript is computed: each of the three lists may be the one that grows.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
static struct item *lists[3];
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned which = __VERIFIER_nondet_uint() % 3;
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->next = lists[which];
        lists[which] = item;
    }
    for (unsigned i = 0; i < 3; i++)
        while (lists[i]) {
            struct item *next = lists[i]->next;
            free(lists[i]);
            lists[i] = next;
        }
    return 0;
}
