//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// An object is no function.

static int word;

int main(void)
{
    void (*f)(void) = (void (*)(void))&word;
    f(); //~ violated callee
    return 0;
}
