//@ run: verify %s tests/verify/by-itself/input/other-scale.c --function scale --property valid-deref
//@ truth: holds
//@ verdict: true
//@ shows: of 2 functions `scale` the one in `tests/verify/by-itself/one-of-two-files.c` is looked at
// Each file has a function of that name.
int other(void);
static int scale(int x)
{
    return x > 0 ? x - 1 : 0;
}
int main(void)
{
    return scale(other());
}
