//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[undefined]: no result: `f(2)` ends without a value, which is used
// The call is told.
static int f(int x)
{
    if (x > 3)
        return 1;
}
int main(void)
{
    return f(2); //~ violated undefined
}
