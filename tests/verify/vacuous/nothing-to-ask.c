//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Nothing was asked: no run can come to anything that the property speaks of.
//@ shows: `--property def-behavior` asks about undefined behaviour
//@ hides: Proved
// There is neither an assertion nor an error function.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
