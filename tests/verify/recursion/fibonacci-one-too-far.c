//@ run: verify %s --property no-overflow --cpu-time 4
//@ truth: fails
//@ verdict: unknown(timeout)
// The 47th does not fit, and no run gets there in time.
extern int __VERIFIER_nondet_int(void);
static int fibonacci(int n)
{
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 47)
        return 0;
    return fibonacci(n) < 0;
}
