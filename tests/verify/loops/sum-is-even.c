//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Twice anything is even; no concrete run can show it for all inputs.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 100, sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += 2;
    if (sum % 2 != 0)
        reach_error();
    return 0;
}
