//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Not every element owns a text, and it is read without asking whether it is there.
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
        message->text = NULL;
        if (__VERIFIER_nondet_int()) {
            message->text = malloc(8);
            if (!message->text)
                abort();
            message->text[0] = 'a';
        }
        message->next = head;
        head = message;
    }
    int sum = 0;
    for (struct message *at = head; at; at = at->next)
        sum ^= at->text[0]; //~ violated valid-deref
    while (head) {
        struct message *next = head->next;
        free(head->text);
        free(head);
        head = next;
    }
    return sum;
}
