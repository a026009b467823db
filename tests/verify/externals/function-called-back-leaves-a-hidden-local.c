//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The handler reaches what the outside knows, and a local is not known to it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void each(void (*)(int *), int *);
static void set(int *p)
{
    if (p)
        *p = 3;
}
int main(void)
{
    int x = 0, hidden = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    each(set, &x);
    if (hidden != 0)
        reach_error();
    return sum;
}
