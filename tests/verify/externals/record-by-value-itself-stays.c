//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The callee has a copy; the record of the caller stays as it is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a, b; };
extern void show(struct pair);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    struct pair p = {1, 2};
    show(p);
    if (p.a != 1 || p.b != 2)
        reach_error();
    return sum;
}
