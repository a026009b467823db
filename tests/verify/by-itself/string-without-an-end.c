//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// A string is one if it ends.
//@ requires valid_string(s);
static int look(const char *s)
{
    return 0;
}
int f(void) //~ violated valid-deref
{
    char letters[2] = { 'a', 'b' };
    return look(letters);
}
