//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// A function is called through a pointer of another type.

static int twice(int x)
{
    return 2 * (x & 0xff);
}

int main(void)
{
    long (*f)(long) = (long (*)(long))twice;
    return f(3) == 6; //~ violated callee
}
