//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-deref)
// The remainder has the sign of what is divided, and three places lie before the table.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
static struct item *lists[4];
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int which = __VERIFIER_nondet_int() % 4;
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->next = lists[which]; //~ violated valid-deref
        lists[which] = item;
    }
    for (int i = 0; i < 4; i++)
        while (lists[i]) {
            struct item *next = lists[i]->next;
            free(lists[i]);
            lists[i] = next;
        }
    return 0;
}
