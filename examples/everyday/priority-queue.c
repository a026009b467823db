//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// A priority queue as a binary heap of eight numbers: they come out in descending order.
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);

#define CAPACITY 8
struct queue {
    int n;
    int items[CAPACITY];
};

static void swap(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

static bool push(struct queue *queue, int item)
{
    if (queue->n == CAPACITY)
        return false;
    int at = queue->n++;
    queue->items[at] = item;
    while (at > 0 && queue->items[(at - 1) / 2] < queue->items[at]) {
        swap(&queue->items[at], &queue->items[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    return true;
}

static int pop(struct queue *queue)
{
    int first = queue->items[0];
    queue->items[0] = queue->items[--queue->n];
    int at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= queue->n)
            return first;
        if (child + 1 < queue->n && queue->items[child + 1] > queue->items[child])
            child++;
        if (queue->items[at] >= queue->items[child])
            return first;
        swap(&queue->items[at], &queue->items[child]);
        at = child;
    }
}

int main(void)
{
    struct queue queue = { 0, { 0 } };
    while (__VERIFIER_nondet_int())
        push(&queue, __VERIFIER_nondet_int());
    assert(queue.n <= CAPACITY);
    if (queue.n == 0)
        return 0;
    int last = pop(&queue);
    while (queue.n > 0) {
        int next = pop(&queue);
        assert(next <= last);
        last = next;
    }
    return 0;
}
