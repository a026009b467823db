//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The same, where runs may take long to get there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    init(&x);
    if (x == 77)
        reach_error(); //~ violated unreach-call
    return sum;
}
