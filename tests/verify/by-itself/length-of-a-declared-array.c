//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// An array among the parameters has the length that it is declared with.
int f(const int a[3], unsigned char n)
{
    return (a[0] & 15) + (a[n % 3] & 15);
}
