//@ run: verify %s --property no-overflow
//@ truth: fails
//@ verdict: false(no-overflow)
// The product of two unsigned numbers of 32 bits may need all 64 of them, and the sign has one.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    long long product = (long long)a * b; //~ violated no-overflow
    return product < 0;
}
