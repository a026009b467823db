//@ run: verify %s --predicates tests/verify/contracts/input/dll.ind --property memsafety
//@ model: ILP32
//@ truth: holds
//@ verdict: true
//@ source: MemCAD, bench/rt/dll-17.c
// From anywhere in a doubly linked list, its first element is found.
extern int __VERIFIER_nondet_int(void);
void _memcad(char *);
typedef struct edll {
    struct edll *next;
    struct edll *prev;
} edll;
int main(void)
{
    edll *l, *p = 0, *c;
    _memcad("add_inductive( l, dll, [ p | | ] )");
    c = l;
    while (c && __VERIFIER_nondet_int())
        c = c->next;
    _memcad("check_inductive( l, dll, [ p | | ] )");
    if (c) {
        edll *d = c;
        while (d != l)
            d = d->prev;
    }
    _memcad("check_inductive( l, dll, [ p | | ] )");
    return 0;
}
