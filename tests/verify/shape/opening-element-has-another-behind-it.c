//@ run: verify %s --property memsafety --engine shape --cpu-time 20
//@ truth: holds
//@ verdict: true
// Elements are of two kinds, and behind one that opens there is always one that does not: which kind comes
// after which is a part of the predicate.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct n {
    struct n *next;
    int open;
};
int main(void)
{
    struct n *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct n *x = malloc(sizeof *x);
        if (!x)
            break;
        x->open = 0;
        x->next = list;
        list = x;
        if (__VERIFIER_nondet_int()) {
            struct n *y = malloc(sizeof *y);
            if (!y)
                break;
            y->open = 1;
            y->next = list;
            list = y;
        }
    }
    while (list) {
        struct n *x = list;
        list = x->next;
        if (x->open) {
            struct n *y = list;
            list = y->next;
            free(y);
        }
        free(x);
    }
    return 0;
}
