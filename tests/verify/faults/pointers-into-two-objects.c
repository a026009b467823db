//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[pointer-arithmetic]: pointers into different objects in `&b[1] - &a[2]`: to `b` and to `a`
// Both objects are named.
int main(void)
{
    int a[5] = {0}, b[3] = {0};
    return &b[1] - &a[2]; //~ violated pointer-arithmetic
}
