//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whatever number the handler is passed, it keeps only small ones.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void on_event(void (*)(int));
static int last;
static void handler(int k)
{
    if (k > 0 && k < 5)
        last = k;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    on_event(handler);
    if (last > 4)
        reach_error();
    return sum;
}
