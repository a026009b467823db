//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Three bits hold no 9 (C17 6.3.1.4p1 with 6.7.2.1p10).
struct {
    unsigned u : 3;
} s;
int main(void)
{
    double d = 9.0;
    s.u = d; //~ violated conversion
    return 0;
}
