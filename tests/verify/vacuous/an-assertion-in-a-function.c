//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ hides: vacuously
//@ hides: Checks: 1 vacuous
// The decision stands in a function of its own, as the field writes it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void __VERIFIER_assert(int condition)
{
    if (!condition) {
    ERROR:
        reach_error();
    }
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned x = 0;
    for (int i = 0; i < n; i++)
        x += 2;
    __VERIFIER_assert(x % 2 == 0);
    return 0;
}
