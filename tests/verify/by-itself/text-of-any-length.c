//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// A pointer to constant characters leads to a string of any length.
unsigned long f(const char *s)
{
    unsigned long n = 0;
    while (n < 4 && s[n] != 0)
        n++;
    return n;
}
