//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// The blocks have at least two bytes, and no more are used.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *next;
};
int main(void)
{
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        unsigned size = __VERIFIER_nondet_uint() % 100 + 2;
        struct item *item = malloc(sizeof *item);
        char *text = malloc(size);
        if (!item || !text)
            abort();
        text[0] = 'a';
        text[1] = '\0';
        free(text);
        item->next = head;
        head = item;
    }
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
