//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The definition takes a `long`, the call passes an `int`.

long half();

int main(void)
{
    return half(8) == 4; //~ violated callee
}

long half(x)
    long x;
{
    return x / 2;
}
