//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[callee]: call of `g` through a pointer of another type: `f(1)`
// The function that is called is told.
static int g(int a, int b)
{
    return a + b;
}
int main(void)
{
    int (*f)(int) = (int (*)(int))g;
    return f(1); //~ violated callee
}
