//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// A table grows, and what it leads to is still there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
int main(void)
{
    struct item **table = malloc(sizeof *table);
    if (!table)
        abort();
    table[0] = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->next = table[0];
        table[0] = item;
    }
    struct item **larger = realloc(table, 2 * sizeof *table);
    if (!larger)
        abort();
    larger[1] = NULL;
    while (larger[0]) {
        struct item *next = larger[0]->next;
        free(larger[0]);
        larger[0] = next;
    }
    free(larger);
    return 0;
}
