//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// `y` is no element of an array that `x` begins (C17 6.5.6p7 and p8).
struct s { int x, y; };
int main(void)
{
    struct s s = { 1, 2 };
    return (&s.x)[1]; //~ violated bounds
}
