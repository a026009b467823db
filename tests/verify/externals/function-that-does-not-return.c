//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What comes after it is never reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void panic(void) __attribute__((noreturn));
int g;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    if (sum >= 0)
        panic();
    return sum;
}
