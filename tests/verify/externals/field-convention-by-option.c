//@ run: verify %s --externals pure --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: `init` has no body: any result, no effect
// With the convention of the field a function without body changes nothing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int g;
int main(void)
{
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    init(&x);
    if (x != 0 || g != 0)
        reach_error();
    return sum;
}
