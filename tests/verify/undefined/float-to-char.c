//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The range that counts is that of the narrow type.

int main(void)
{
    float f = 128.0f;
    signed char c = f; //~ violated conversion
    return c > 0;
}
