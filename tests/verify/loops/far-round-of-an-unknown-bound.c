//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Rounds that only count are leapt over: the round that matters comes late, and only if the input is large.
extern int input(void);
extern void reach_error(void);
int main(void)
{
    int n = input();
    for (int i = 0; i < n; i++)
        if (i == 2000000000)
            reach_error(); //~ violated unreach-call
    return 0;
}
