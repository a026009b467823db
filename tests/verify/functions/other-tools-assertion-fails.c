//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The assertion of another checker fails for one value of its kind of input.
unsigned nondet_uint(void);
int main(void)
{
    unsigned x = nondet_uint();
    __CPROVER_assume(x > 10);
    __CPROVER_assert(x != 4000, "not this one"); //~ violated assertion
    return 0;
}
