//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The next integer below the least `int` does not fit.

int main(void)
{
    double d = -2147483649.0;
    int i = (int)d; //~ violated conversion
    return i > 0;
}
