//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// So may the one that is added to.
static volatile int v;
int main(void)
{
    v = 0;
    v += 2; //~ violated no-overflow
    return 0;
}
