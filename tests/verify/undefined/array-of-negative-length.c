//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A negative length is not a large one.

static int minus = -1;

int main(void)
{
    int a[minus + 0]; //~ violated undefined
    return sizeof a == 3;
}
