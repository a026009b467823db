//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A rest counts as long as the quotient stays: a leap goes to the next million, and on from there.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int n = input(), n_told = 0;
    for (int i = 1; i <= n; i++) {
        if (i % 10000000 == 0)
            n_told++;
        if (n_told == 150)
            reach_error(); //~ violated unreach-call
    }
    return 0;
}
