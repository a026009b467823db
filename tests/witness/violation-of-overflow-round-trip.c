//@ run: verify %s --property no-overflow --witness %t.yml
//@ truth: fails
//@ verdict: false(no-overflow)
//@ run: check %t.yml %s
//@ verdict: false(no-overflow)
//@ model: ILP32
// The target is the statement in which the sum does not fit; values at the ends of their range
// keep their value on the way through the file.
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    long long n = __VERIFIER_nondet_longlong();
    if (u > 4000000000u && n < -9000000000000000000)
        n = 1 + (n - u - 223372036854775807); //~ violated no-overflow
    return (int)(n & 1);
}
