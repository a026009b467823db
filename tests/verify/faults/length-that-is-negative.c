//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[undefined]: array of -1 elements: `n`
// An array of a computed length.
int main(void)
{
    int n = 0;
    n--;
    int a[n]; //~ violated undefined
    a[0] = 1;
    return a[0];
}
