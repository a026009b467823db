//@ run: verify %s --property memsafety --cpu-time 10 -q
//@ truth: fails
//@ verdict: false(valid-deref)
// A list in which an opening element has a closing one behind it, but for the last one, which nothing closes.
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
    if (__VERIFIER_nondet_int())
        last = behind(last, OPENING);
    struct item *at = first;
    while (at) {
        if (at->kind == OPENING) {
            at = at->next;
            if (!at)
                break;
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
