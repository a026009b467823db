//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// There is no third row to index.

int main(void)
{
    int m[2][4] = { { 0 } };
    int *p = m[2]; //~ violated bounds
    return p == 0;
}
