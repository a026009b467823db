//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A freed element stays in the list.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};
struct task {
    int priority;
    struct link link;
};
#define task_of(at) ((struct task *)((char *)(at) - offsetof(struct task, link)))

static void add(struct link *head, struct link *fresh)
{
    fresh->next = head->next;
    fresh->prev = head;
    head->next->prev = fresh;
    head->next = fresh;
}

static void take_out(struct link *link)
{
    link->prev->next = link->next; //~ violated valid-deref
    link->next->prev = link->prev;
}

int main(void)
{
    struct link tasks = { &tasks, &tasks };
    while (__VERIFIER_nondet_int()) {
        struct task *task = malloc(sizeof *task);
        if (!task)
            abort();
        task->priority = __VERIFIER_nondet_int();
        add(&tasks, &task->link);
    }
    struct link *at = tasks.next;
    while (at != &tasks) {
        struct link *next = at->next;
        if (task_of(at)->priority < 0) {
            free(task_of(at));
        }
        at = next;
    }
    while (tasks.next != &tasks) {
        struct link *first = tasks.next;
        take_out(first);
        free(task_of(first));
    }
    return 0;
}
