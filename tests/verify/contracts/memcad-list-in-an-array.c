//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --property memsafety
//@ model: ILP32
//@ truth: holds
//@ verdict: true
//@ source: MemCAD, bench/rt/submem-07.c
// The elements of a list may be those of an array, where nobody takes the list.
void _memcad(char *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
int main(void)
{
    int i;
    elist t[10];
    elist *l = 0, *k;
    for (i = 0; i < 10; i++) {
        t[i].next = l;
        t[i].data = 0;
        l = &t[i];
    }
    _memcad("check_inductive( l, list )");
    if (l) {
        k = l->next;
        l->data = 24;
        _memcad("check_inductive( k, list )");
    }
    return 0;
}
