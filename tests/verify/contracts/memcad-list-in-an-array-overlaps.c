//@ run: verify %s --predicates tests/verify/contracts/input/list.ind --property memsafety
//@ model: ILP32
//@ truth: fails
//@ verdict: unknown(inconclusive)
// The second element begins in the middle of the first: two elements would share bytes.
void _memcad(char *);
typedef struct elist {
    struct elist *next;
    int data;
} elist;
int main(void)
{
    void *t[4];
    elist *l = (elist *)&t[0];
    t[0] = &t[1];
    t[1] = 0;
    t[2] = 0;
    _memcad("check_inductive( l, list )");
    return 0;
}
