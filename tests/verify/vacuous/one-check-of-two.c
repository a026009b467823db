//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Checks: 1 vacuous, 1 proved
//@ shows: Proved: it always holds; 1 of 2 checks hold vacuously.
// The first question is asked and answered; the second stands where no run comes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 0;
    for (int i = 0; i < n; i++)
        x += 2;
    if (x % 2 != 0)
        reach_error();
    if (x % 2 == 1) {
        x = 5;
        if (n > 3)
            reach_error();
    }
    return 0;
}
