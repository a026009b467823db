//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ run: check %t.yml %s
//@ verdict: false(unreach-call)
// The witness names what the calls returned, and the check follows it to the same failure.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    if (n < 2 || n > 4)
        return 0;
    for (int i = 0; i < n; i++) {
        int item = __VERIFIER_nondet_int();
        if (item < 40 || item > 50)
            return 0;
        sum += item;
    }
    if (sum > 190)
        reach_error(); //~ violated unreach-call
    return 0;
}
