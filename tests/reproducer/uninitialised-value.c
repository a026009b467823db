//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: none, since the run that `cc` makes ends with exit status: 0
//@ shows: the run needs `x` = 1773540411
// No other file reaches the local variable; that is said.
extern void reach_error(void);
int main(void)
{
    unsigned x;
    if (x * 7919u == 123456789u)
        reach_error(); //~ violated unreach-call
    return 0;
}
