//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// A queue with head and tail: elements come in at one end and go out at the other.
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
        queue->tail->next = item;
    else
        queue->head = item;
    queue->tail = item;
}

static int pop(struct queue *queue)
{
    struct item *item = queue->head;
    int value = item->value;
    queue->head = item->next;
    if (!queue->head)
        queue->tail = NULL;
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
