//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody changes it while nobody else runs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int state;
int main(void)
{
    int before = state;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    if (state != before)
        reach_error();
    return sum;
}
