//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// One argument too few, which the type of the pointer does not tell (C17 6.5.2.2p6).
int f(a, b)
int a, b;
{
    return b == 77;
}
int main(void)
{
    int (*p)() = f;
    return p(1); //~ violated callee
}
