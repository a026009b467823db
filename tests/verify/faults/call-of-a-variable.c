//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[callee]: call of `x`, which is no function: `f(1)`
// It is no function.
static int x;
int main(void)
{
    int (*f)(int) = (int (*)(int))&x;
    return f(1); //~ violated callee
}
