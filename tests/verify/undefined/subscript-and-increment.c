//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The subscript reads `i` while the right side changes it.

int main(void)
{
    int a[3] = { 0 }, i = 0;
    a[i] = i++; //~ violated undefined
    return a[0];
}
