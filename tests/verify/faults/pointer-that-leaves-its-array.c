//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[bounds]: pointer out of bounds: index 7 is not between 0 and 5: `a + i`
// No element is accessed: the address alone is one too far.
int main(void)
{
    int a[5] = {0}, i = 7;
    int *p = a + i; //~ violated bounds
    return p != 0;
}
