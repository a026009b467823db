//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: unknown(unsupported)
// An array of `char` is aligned for an `int` or not, as it happens.

int main(void)
{
    static char a[8];
    return *(int *)a;
}
