//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
//@ shows: reproducer: it stands in for functions without body: `init`
// The stand-in does what the run needs: it sets what its second argument points to, in its second call.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void init(int, int *);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0, x = 0;
    for (int i = 0; i < n; i++)
        sum += 2;
    init(1, &x);
    if (x == 7) {
        init(2, &x);
        if (x == -8 && sum == 6)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
