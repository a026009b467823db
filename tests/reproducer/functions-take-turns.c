//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// Each function returns its own values, in the order of the calls.
extern void reach_error(void);
extern int left(void), right(int);
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum = 10 * sum + left() + 3 * right(i);
    if (sum == 1234)
        reach_error(); //~ violated unreach-call
    return 0;
}
