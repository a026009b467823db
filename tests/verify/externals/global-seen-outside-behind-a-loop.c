//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The same behind a loop, and with a value that only one choice gives.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
int g = 0;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick();
    if (g == 123456)
        reach_error(); //~ violated unreach-call
    return sum;
}
