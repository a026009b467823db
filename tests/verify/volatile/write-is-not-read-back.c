//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What was written need not be what is read.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile int v;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    v = 1;
    if (v != 1)
        reach_error(); //~ violated unreach-call
    return sum;
}
