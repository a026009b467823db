//@ run: verify %s --property no-overflow
//@ truth: holds
//@ verdict: true
// Unsigned arithmetic wraps, narrow assignments convert: neither is an overflow.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned u = __VERIFIER_nondet_uint();
    u = u * 3 + 1;
    u--;
    unsigned char c = (unsigned char)u;
    c++;
    short s = 70000;
    return u + c + s == 0;
}
