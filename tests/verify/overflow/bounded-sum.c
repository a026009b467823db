//@ run: verify %s --property no-overflow --cpu-time 60
//@ truth: holds
//@ verdict: true
// Inputs below a thousand cannot overflow a sum.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    if (a < 0 || a >= 1000)
        return 0;
    int sum = 0;
    for (int i = 0; i < a; i++)
        sum += i;
    return sum < 0;
}
