//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: unknown(unsupported)
//@ shows: `assigns` is not checked for `n`
// A static object that has no name outside of its function cannot be looked at: that is said.
static int next(void)
{
    static unsigned n;
    return ++n & 1;
}
//@ assigns \nothing;
int f(void)
{
    return next();
}
