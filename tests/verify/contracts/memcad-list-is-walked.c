//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --property memsafety
//@ model: ILP32
//@ truth: holds
//@ verdict: true
//@ source: MemCAD, bench/rt/list-13.c
// A definition and commands of MemCAD: a list of any length is walked and is one still.
void _memcad(char *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
typedef elist *list;
void traverse(list la)
{
    list c;
    c = la;
    while (c != 0) {
        c = c->next;
    }
    _memcad("check_inductive( c, list )");
}
list l;
int main(void)
{
    _memcad("add_inductive( l, list )");
    traverse(l);
    _memcad("check_inductive( l, list )");
    return 0;
}
