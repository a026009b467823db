//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// String literals are not written.

int main(void)
{
    char *s = "abc";
    s[1] = 'x'; //~ violated read-only
    return 0;
}
