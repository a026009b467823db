//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[bounds]: read at index 7 of `a` (5 elements): `a[7]`
// Nothing has to be computed to know it.
int main(void)
{
    int a[5] = {0};
    return a[7]; //~ violated bounds
}
