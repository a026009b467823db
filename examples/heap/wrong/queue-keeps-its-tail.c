//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The last element is freed, and the tail still points to it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};
struct queue {
    struct item *head, *tail;
};

static void push(struct queue *queue, int value)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->value = value;
    item->next = NULL;
    if (queue->tail)
        queue->tail->next = item; //~ violated valid-deref
    else
        queue->head = item;
    queue->tail = item;
}

static int pop(struct queue *queue)
{
    struct item *item = queue->head;
    int value = item->value;
    queue->head = item->next;
    free(item);
    return value;
}

int main(void)
{
    struct queue queue = { NULL, NULL };
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(&queue, __VERIFIER_nondet_int());
        else if (queue.head)
            pop(&queue);
    }
    while (queue.head)
        pop(&queue);
    return 0;
}
