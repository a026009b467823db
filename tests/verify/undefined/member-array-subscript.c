//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// One behind the last element of a member is not in it.

struct s { char a[4]; int tail; };

int main(void)
{
    struct s s = { { 0 }, 0 };
    s.a[4] = 1; //~ violated bounds
    return 0;
}
