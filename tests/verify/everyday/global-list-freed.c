//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// A list of up to three is built and freed.
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        n->value = i;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
