//@ run: verify %s --property no-overflow
//@ run: verify %s --property no-overflow --engine bounded
//@ truth: holds
//@ verdict: true
// The product of two numbers of 32 bits fits 64, whatever they are.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned m = __VERIFIER_nondet_uint();
    long long last = 0;
    for (int i = 0; i < n; i++)
        last = (long long)i * i + (m & 255) * (i % 16);
    last = (long long)n * m - (long long)(n != 0);
    return last < 0;
}
