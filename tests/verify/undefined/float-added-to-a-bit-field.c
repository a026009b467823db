//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The sum is a `double`, and becomes a value of the field.
struct {
    unsigned u : 3;
} s = { 4 };
int main(void)
{
    s.u += 4.5; //~ violated conversion
    return 0;
}
