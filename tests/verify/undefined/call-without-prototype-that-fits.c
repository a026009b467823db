//@ run: verify %s --property def-behavior
//@ truth: holds
//@ verdict: true
// What the old-style definition takes; the other function is not called so.
int f(a, b)
int a;
double b;
{
    return a < b;
}
int g(int a)
{
    return a;
}
int main(void)
{
    int (*p)() = f, (*q)() = g;
    return p(1, 2.0) + q(3);
}
