//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: error[division-by-zero]: division by zero in `10 / n`: `n` is 0
// The divisor is told by its name.
int main(void)
{
    int n = 3;
    n -= 3;
    return 10 / n; //~ violated division-by-zero
}
