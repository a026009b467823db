//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The same for one with external linkage, for the provers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
const int limit = 5;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick();
    if (limit != 5)
        reach_error();
    return sum;
}
