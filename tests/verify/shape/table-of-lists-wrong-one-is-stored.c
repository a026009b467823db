//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// What is put in front of one list is stored as another, which is lost.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
static struct item *lists[3];
int main(void)
{
    while (__VERIFIER_nondet_int()) { //~ violated valid-memtrack
        unsigned which = __VERIFIER_nondet_uint() % 3;
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->next = lists[which];
        lists[(which + 1) % 3] = item;
    }
    for (unsigned i = 0; i < 3; i++)
        while (lists[i]) {
            struct item *next = lists[i]->next;
            free(lists[i]);
            lists[i] = next;
        }
    return 0;
}
