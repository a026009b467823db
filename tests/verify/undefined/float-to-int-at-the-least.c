//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// The least `int` and all that truncates to it fit.

int main(void)
{
    double d = -2147483648.9;
    int i = (int)d;
    long long l = (long long)-9223372036854775808.0;
    return i > 0 || l > 0;
}
