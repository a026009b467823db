//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[undefined]: unsequenced effects on one place: `a[i] = a[j]++`
// Two writes of one place.
int main(void)
{
    int a[2] = {0}, i = 0, j = 0;
    a[i] = a[j]++; //~ violated undefined
    return 0;
}
