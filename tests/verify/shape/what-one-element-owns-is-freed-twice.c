//@ run: verify %s --property memsafety --engine shape
//@ truth: fails
//@ verdict: false(valid-free)
// Every element owns a text; that of one is freed before all are.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct message {
    char *text;
    struct message *next;
};
int main(void)
{
    struct message *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct message *message = malloc(sizeof *message);
        if (!message)
            abort();
        message->text = malloc(4);
        if (!message->text)
            abort();
        message->next = head;
        head = message;
    }
    struct message *at = head;
    while (at && __VERIFIER_nondet_int())
        at = at->next;
    if (at)
        free(at->text);
    while (head) {
        struct message *next = head->next;
        free(head->text); //~ violated valid-free
        free(head);
        head = next;
    }
    return 0;
}
