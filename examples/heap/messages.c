//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// A queue of messages that own their texts.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct message {
    char *text;
    struct message *next;
};

static struct message *compose(char first)
{
    struct message *message = malloc(sizeof *message);
    if (!message)
        abort();
    message->next = NULL;
    message->text = malloc(8);
    if (!message->text)
        abort();
    message->text[0] = first;
    message->text[1] = '\0';
    return message;
}

static void drop(struct message *message)
{
    free(message->text);
    free(message);
}

int main(void)
{
    struct message *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct message *message = compose((char)__VERIFIER_nondet_int());
        message->next = head;
        head = message;
    }
    int n_empty = 0;
    for (struct message *at = head; at; at = at->next)
        if (at->text[0] == '\0')
            n_empty = 1;
    while (head) {
        struct message *next = head->next;
        drop(head);
        head = next;
    }
    return n_empty;
}
