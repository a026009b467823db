//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Whether the branch is taken depends on what happened to be in memory.
int main(void)
{
    int x;
    if (x > 0) //~ violated initialised
        return 1;
    return 0;
}
