//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is computed from one read stays computed from it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile int v;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    int a = v;
    int b = a;
    if (a != b)
        reach_error();
    return sum;
}
