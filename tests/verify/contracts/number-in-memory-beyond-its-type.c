//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --ints unbounded
//@ model: ILP32
//@ verdict: unknown(inconclusive)
// What is stored may be of any size, and is when it is read again.
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
    if (l)
        l->data = x + x;
    while (l) {
        if (l->data > 2147483647)
            reach_error();
        l = l->next;
    }
    return 0;
}
