//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(def-behavior)
// What is said to be valid can be written.
//@ requires \valid(p); //~ violated read-only
static int look(int *p)
{
    return 0;
}
static const int constant = 3;
int f(void)
{
    return look((int *)&constant);
}
