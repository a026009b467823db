//@ run: verify %s --property unreach-call --reproducer %t.c
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: it stands in for functions without body: `sensor`
//@ shows: reproducer: confirmed by cc
// The function of the program itself is not replaced, and the one without body is named.
extern int sensor(int);
extern void reach_error(void);
int twice(int x)
{
    return 2 * x;
}
int main(void)
{
    if (twice(3) == 6 && sensor(1) == 17)
        reach_error(); //~ violated unreach-call
    return 0;
}
