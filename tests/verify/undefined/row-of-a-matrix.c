//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A row ends where the next begins.

int main(void)
{
    int m[2][4] = { { 0 } };
    return m[0][5]; //~ violated bounds
}
