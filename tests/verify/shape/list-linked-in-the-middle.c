//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// Links lead to the middle of each element, as those of the Linux kernel do.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct link {
    struct link *next;
    struct link *prev;
};
struct item {
    int key;
    struct link link;
};
int main(void)
{
    struct link head;
    head.next = &head;
    head.prev = &head;
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->link.next = head.next;
        item->link.prev = &head;
        head.next->prev = &item->link;
        head.next = &item->link;
    }
    while (head.next != &head) {
        struct link *link = head.next;
        link->next->prev = link->prev;
        link->prev->next = link->next;
        free((char *)link - __builtin_offsetof(struct item, link));
    }
    return 0;
}
