//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A double beyond the largest `int` has no value as one.

int main(void)
{
    double d = 3e9;
    int i = (int)d; //~ violated conversion
    return i != 0;
}
