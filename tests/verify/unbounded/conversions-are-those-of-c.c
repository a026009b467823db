//@ run: verify %s --ints unbounded
//@ truth: holds
//@ verdict: true
//@ run: verify %s --property unreach-call
//@ verdict: true
// A conversion is no overflow: C defines it, and it means the same in both readings. So do masks,
// shifts by constants and complements.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    unsigned char c = x;
    signed char s = (signed char)u;
    if (x < 0 && (unsigned)x < 2147483648u)
        reach_error();
    if (c != (x & 255) || s < -128 || s > 127)
        reach_error();
    if ((u & 0xff0u) > 0xff0u || (u & 0xfu) != u % 16u)
        reach_error();
    if (~x >= 0 && x >= 0)
        reach_error();
    if (~u > 4294967295u || (u >> 4) != u / 16u)
        reach_error();
    if (x < 0 && (x >> 1) >= 0)
        reach_error();
    if (u <= 100 && ((u | 128u) != u + 128u || (u ^ 128u) != u + 128u))
        reach_error();
    if (x > -1000 && x < 1000 && (x / 7 * 7 + x % 7 != x || x % 7 > 6))
        reach_error();
    return 0;
}
