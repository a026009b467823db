//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[read-only]: write to a string literal: `s[0] = 'x'`
// It has no name.
int main(void)
{
    char *s = "abc";
    s[0] = 'x'; //~ violated read-only
    return 0;
}
