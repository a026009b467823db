//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int value = 1;
int set(int to)
{
    value = to;
    return value;
}
extern int put(int to) __attribute__((alias("set")));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    int (*through)(int) = put;
    if (put(4) != 4 || value != 4 || through != set || through(6) != 6 || value != 6)
        reach_error();
    return 0;
}
