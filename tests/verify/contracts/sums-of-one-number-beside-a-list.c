//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --ints unbounded
//@ model: ILP32
//@ verdict: true
// Where nothing wraps, one more is more than one less, of a number of which nothing is known.
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
    while (l) {
        int more = x + 1;
        int less = x - 1;
        if (less >= more)
            reach_error();
        x = more + x;
        l = l->next;
    }
    return 0;
}
