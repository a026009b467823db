//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An array whose address stays in the function is nobody else's.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void log_it(const char *);
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    a[n & 3] = 7;
    log_it("here");
    if (a[n & 3] != 7)
        reach_error();
    return sum;
}
