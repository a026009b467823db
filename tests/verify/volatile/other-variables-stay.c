//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Only volatile objects change by themselves.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile int v;
static int w;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    int a = v;
    if (w != 0)
        reach_error();
    return sum + a;
}
