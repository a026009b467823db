//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// As `list-with-five-more.c`, but six are taken.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct element {
    int value;
    struct element *before, *next;
};
struct list {
    struct element *first, *last;
};

static void append(struct list *list)
{
    struct element *fresh = malloc(sizeof *fresh);
    if (!fresh)
        abort();
    fresh->value = __VERIFIER_nondet_int();
    fresh->before = list->last;
    fresh->next = NULL;
    if (list->last)
        list->last->next = fresh;
    else
        list->first = fresh;
    list->last = fresh;
}

int main(void)
{
    struct list any = { NULL, NULL }, five = { NULL, NULL };
    do
        append(&any);
    while (__VERIFIER_nondet_int());
    for (int n = 0; n < 5; n++)
        append(&five);

    struct element *at = any.first;
    while (at) {
        struct element *next = at->next;
        free(at);
        at = next;
    }
    at = five.last;
    for (int n = 0; n < 6; n++) {
        struct element *before = at->before; //~ violated valid-deref
        free(at);
        at = before;
    }
    return 0;
}
