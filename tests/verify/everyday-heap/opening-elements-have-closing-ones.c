//@ run: verify %s --property memsafety --cpu-time 20 -q
//@ truth: holds
//@ verdict: true
// A list in which an opening element always has a closing one behind it, each with a way back. The walk stops
// where that is not so, before anything is taken apart in pairs.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

enum kind { OPENING, CLOSING };
struct item {
    struct item *next, *prev;
    enum kind kind;
};

static struct item *behind(struct item *last, enum kind kind)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->next = NULL;
    item->prev = last;
    item->kind = kind;
    if (last)
        last->next = item;
    return item;
}

int main(void)
{
    struct item *first = behind(NULL, CLOSING), *last = first;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            last = behind(last, OPENING);
        last = behind(last, CLOSING);
    }
    struct item *at = first;
    while (at) {
        if (at->kind == OPENING) {
            at = at->next;
            if (!at || at->kind != CLOSING)
                abort();
        }
        at = at->next;
    }
    while (first) {
        struct item *next = first->next;
        if (first->kind == OPENING) {
            free(first);
            first = next;
            next = first->next;
        }
        free(first);
        first = next;
    }
    return 0;
}
