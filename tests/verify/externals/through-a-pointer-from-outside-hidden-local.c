//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What it is not given it does not change.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void (*callback)(void);
int main(void)
{
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    callback();
    if (x != 0)
        reach_error();
    return sum;
}
