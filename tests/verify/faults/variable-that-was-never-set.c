//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[initialised]: uninitialised value: `x` is read before it is written, set nowhere since line 8, in `x > 3`
// Where it was declared is told.
int main(void)
{
    int x;
    if (x > 3) //~ violated initialised
        return 1;
    return 0;
}
