//@ run: verify %s --externals pure --property unreach-call
//@ truth: holds
//@ verdict: true
// By the convention of the field it changes nothing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int *);
int main(void)
{
    void (*f)(int *) = init;
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    f(&x);
    if (x != 0)
        reach_error();
    return sum;
}
