//@ run: verify %s --property memsafety --cpu-time 30 -q
//@ truth: holds
//@ verdict: true
// At most four rows, each with a ring of at most three items. The rows are counted when they are freed, and items
// are freed if their numbers are below a limit, as all of them are.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next, *prev;
    int number;
};
struct row {
    struct item ring;
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
    struct row *first = NULL, *last = NULL;
    int n_rows = 0, n_items = 0;
    while (n_rows < 4 && __VERIFIER_nondet_int()) {
        n_rows++;
        struct row *row = get(sizeof *row);
        row->next = NULL;
        row->ring.next = row->ring.prev = &row->ring;
        row->ring.number = 0;
        while (n_items < 3 && __VERIFIER_nondet_int()) {
            n_items++;
            struct item *item = get(sizeof *item);
            item->next = row->ring.next;
            item->next->prev = item;
            item->prev = &row->ring;
            item->number = n_rows * n_items;
            row->ring.next = item;
        }
        n_items = 0;
        if (!first)
            first = row;
        else
            last->next = row;
        last = row;
    }
    while (n_rows > 0) {
        n_rows--;
        struct row *row = first;
        first = first->next;
        struct item *item = row->ring.next;
        while (item != &row->ring) {
            struct item *done = item;
            item = item->next;
            if (done->number < 13)
                free(done);
        }
        free(row);
    }
    return 0;
}
