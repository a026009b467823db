//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The last of two billion rounds overflows.
int main(void)
{
    int i = 0;
    while (1)
        i++; //~ violated no-overflow
    return i;
}
