//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A list of lists as in `rows-and-items-of-one-size.c`, but a row is freed before its items.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};
struct row {
    struct item *items;
    struct row *next;
};

static void *get(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

int main(void)
{
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *row = get(sizeof *row);
        row->items = NULL;
        row->next = rows;
        rows = row;
        while (__VERIFIER_nondet_int()) {
            struct item *item = get(sizeof *item);
            item->value = 1;
            item->next = row->items;
            row->items = item;
        }
    }
    for (struct row *row = rows; row; row = row->next)
        for (struct item *item = row->items; item; item = item->next)
            item->value = 2;
    while (rows) {
        struct row *row = rows;
        rows = row->next;
        struct item *first = row->items;
        free(row);
        if (!first)
            continue;
        while (row->items) { //~ violated valid-deref
            struct item *item = row->items;
            row->items = item->next;
            free(item);
        }
    }
    return 0;
}
