//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A compound assignment converts its result back.

int main(void)
{
    int i = 2000000000;
    i *= 1.5; //~ violated conversion
    return i > 0;
}
