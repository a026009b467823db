//@ run: verify %s --property memsafety --engine shape
//@ truth: holds
//@ verdict: true
// Each element owns a list of its own.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
    int data;
    struct node *next;
};
struct row {
    struct row *next;
    struct node *first;
    long n;
};
int main(void)
{
    struct row *rows = 0;
    while (__VERIFIER_nondet_int()) {
        struct row *row = malloc(sizeof *row);
        row->first = 0;
        row->next = rows;
        rows = row;
        while (__VERIFIER_nondet_int()) {
            struct node *fresh = malloc(sizeof *fresh);
            fresh->next = row->first;
            row->first = fresh;
        }
    }
    while (rows) {
        struct row *next = rows->next;
        while (rows->first) {
            struct node *second = rows->first->next;
            free(rows->first);
            rows->first = second;
        }
        free(rows);
        rows = next;
    }
    return 0;
}
