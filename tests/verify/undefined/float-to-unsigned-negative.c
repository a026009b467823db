//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A value of -1 or less does not fit an unsigned type.

int main(void)
{
    float f = -1.0f;
    unsigned u = (unsigned)f; //~ violated conversion
    return u != 0;
}
