//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// The handler may run at any time after it is installed.
extern void (*signal(int, void (*)(int)))(int);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int flag = 0;
void handler(int number)
{
    flag = 1;
}
int main(void)
{
    signal(2, handler);
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (flag)
        reach_error();
    return 0;
}
