//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int real = 1;
extern int other __attribute__((alias("real")));
static int hidden[3];
extern int shown[3] __attribute__((alias("hidden")));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    other = 8;
    hidden[1] = 5;
    if (real != 8 || &real != &other || shown[1] != 5)
        reach_error();
    return 0;
}
