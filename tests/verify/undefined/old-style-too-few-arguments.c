//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The definition takes two arguments, the call passes one.

int add();

int main(void)
{
    return add(1); //~ violated callee
}

int add(a, b)
    int a, b;
{
    return (a & 1) + (b & 1);
}
