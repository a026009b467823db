//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// Two effects on `i` in no order.

int main(void)
{
    int i = 1;
    i = i++ + 1; //~ violated undefined
    return i;
}
