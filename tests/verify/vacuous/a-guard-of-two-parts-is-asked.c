//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Proved: it always holds.
//@ hides: vacuously
//@ hides: Checks: 1 vacuous
// The first part of the condition is never true, and that is the proof: every run decides it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[4];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned x = 0;
    for (int i = 0; i < n; i++)
        x += 2;
    if (x % 2 == 1 && a[x % 4] == 0)
        reach_error();
    return 0;
}
