//@ run: verify %s --property memsafety --cpu-time 20 -q
//@ truth: holds
//@ verdict: true
// A skip list of two levels between a head and a tail: the upper level passes elements by, and what it passes
// by is found on the lower one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next, *far;
};
struct skip_list {
    struct item *head, *tail;
};

static void *get(size_t size)
{
    void *block = malloc(size);
    if (!block)
        abort();
    return block;
}

static struct skip_list *create(void)
{
    struct skip_list *list = get(sizeof *list);
    list->head = get(sizeof *list->head);
    list->tail = get(sizeof *list->tail);
    list->head->next = list->head->far = list->tail;
    list->tail->next = list->tail->far = NULL;
    return list;
}

static void insert(struct skip_list *list)
{
    struct item *above = list->head;
    while (above->far != list->tail && __VERIFIER_nondet_int())
        above = above->far;
    struct item *before = above;
    while (before->next != above->far && __VERIFIER_nondet_int())
        before = before->next;
    struct item *item = get(sizeof *item);
    item->next = before->next;
    before->next = item;
    if (__VERIFIER_nondet_int()) {
        item->far = above->far;
        above->far = item;
    }
}

static void destroy(struct skip_list *list)
{
    while (list->head) {
        struct item *next = list->head->next;
        free(list->head);
        list->head = next;
    }
    free(list);
}

int main(void)
{
    struct skip_list *list = create();
    while (__VERIFIER_nondet_int())
        insert(list);
    destroy(list);
    return 0;
}
