//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --property memsafety
//@ model: ILP32
//@ truth: fails
//@ verdict: unknown(inconclusive)
// The last element of the array leads to the first: no list is there.
void _memcad(char *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
int main(void)
{
    int i;
    elist t[10];
    elist *l = &t[9];
    for (i = 0; i < 10; i++) {
        t[i].next = l;
        t[i].data = 0;
        l = &t[i];
    }
    _memcad("check_inductive( l, list )");
    return 0;
}
