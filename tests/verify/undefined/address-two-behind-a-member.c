//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// That of the one behind it may not.

struct s { char a[4]; int tail; };

int main(void)
{
    struct s s = { { 0 }, 0 };
    char *end = &s.a[5]; //~ violated bounds
    return end == 0;
}
