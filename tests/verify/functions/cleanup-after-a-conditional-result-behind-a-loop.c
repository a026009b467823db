//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whatever the form of the result: it is a value before anything is cleaned up.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int k;
static void reset(int *guard)
{
    k = 100 + *guard;
}
static int chosen(int start)
{
    int guard __attribute__((cleanup(reset))) = 0;
    k = start;
    return k ? k * 2 : 7;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (chosen(4) != 8 || chosen(0) != 7)
        reach_error();
    return 0;
}
