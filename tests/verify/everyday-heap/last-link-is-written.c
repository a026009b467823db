//@ run: verify %s --property memsafety --cpu-time 10 -q
//@ truth: holds
//@ verdict: true
// The link of the last element is null, which stands there before anything is walked.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    int kind;
    struct item *next;
};

static struct item *get(void)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    return item;
}

int main(void)
{
    struct item *first = get(), *last = first;
    int n_small = 0, n_large = 0;
    while (n_small < 10 && __VERIFIER_nondet_int()) {
        n_small++;
        last->kind = 1;
        last->next = get();
        last = last->next;
    }
    while (n_large < 10 && __VERIFIER_nondet_int()) {
        n_large++;
        last->kind = 2;
        last->next = get();
        last = last->next;
    }
    last->kind = 3;
    last->next = NULL;
    if (n_small + n_large < 20)
        abort();
    while (first->next) {
        struct item *next = first->next;
        free(first);
        first = next;
    }
    free(first);
    return 0;
}
