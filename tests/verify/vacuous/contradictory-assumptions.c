//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: vacuous: `reach_error` is never called
//@ shows: - vacuous: no run gets to where this is asked: `reach_error` is never called
//@ shows: Holds, but vacuously: no run gets to where anything is checked.
// No value satisfies both assumptions, so the loop and the question behind it are never reached.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    __VERIFIER_assume(n > 3);
    for (int i = 0; i < 3; i++)
        sum += i;
    __VERIFIER_assume(n < 2);
    if (sum != 7)
        reach_error();
    return 0;
}
