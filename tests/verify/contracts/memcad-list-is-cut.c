//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --property memsafety
//@ model: ILP32
//@ truth: fails
//@ verdict: unknown(inconclusive)
// The first element points to itself, so that nothing ends at null.
void _memcad(char *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
elist *l;
int main(void)
{
    _memcad("add_inductive( l, list )");
    if (l != 0)
        l->next = l;
    _memcad("check_inductive( l, list )");
    return 0;
}
