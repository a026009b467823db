//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// An object that is defined `const` is not written, whatever the pointer says.

static const int limit = 5;

int main(void)
{
    int *p = (int *)&limit;
    *p = 6; //~ violated read-only
    return 0;
}
