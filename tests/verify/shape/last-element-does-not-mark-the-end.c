//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The last element may have a number that does not mark the end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    int value;
    struct item *next;
};
int main(void)
{
    struct item *head = malloc(sizeof *head);
    if (!head)
        abort();
    struct item *at = head;
    while (__VERIFIER_nondet_int()) {
        at->value = __VERIFIER_nondet_int() ? 1 : 2;
        at->next = malloc(sizeof *at);
        if (!at->next)
            abort();
        at = at->next;
    }
    at->value = __VERIFIER_nondet_int() ? 3 : 1;
    at->next = NULL;
    at = head;
    while (at->value != 3) //~ violated valid-deref
        at = at->next;
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
