//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[initialised]: uninitialised value: `a` was passed and is indeterminate
// A copy was set, to nothing.
static int f(int a)
{
    if (a) //~ violated initialised
        return 1;
    return 0;
}
int main(void)
{
    int x;
    int y = x;
    return f(y);
}
