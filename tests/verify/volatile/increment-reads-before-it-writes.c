//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The value that is counted up may be the greatest.
static volatile int v;
int main(void)
{
    v++; //~ violated no-overflow
    return 0;
}
