//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The same where the field gets its first value.
int main(void)
{
    double d = -5.0;
    struct {
        int s : 3;
    } s = { d }; //~ violated conversion
    return s.s;
}
