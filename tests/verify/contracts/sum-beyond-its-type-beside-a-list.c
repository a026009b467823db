//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --ints unbounded
//@ model: ILP32
//@ verdict: unknown(inconclusive)
// A number of any size may be more than its type holds, beside a list too.
void _memcad(char *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    elist *l;
    _memcad("add_inductive( l, list )");
    int x = __VERIFIER_nondet_int();
    int z = x + x;
    while (l)
        l = l->next;
    if (z > 2147483647)
        reach_error();
    return 0;
}
