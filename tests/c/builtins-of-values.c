//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Builtins that compute: bits, bytes, overflow, choices at compile time.
extern void reach_error(void);

struct s { char c; int a[3]; };

int main(void)
{
    int sum, product;
    unsigned small;
    int ok = __builtin_expect(3 > 2, 1)
        && __builtin_offsetof(struct s, a[1]) == 8
        && __builtin_types_compatible_p(int, signed int)
        && !__builtin_types_compatible_p(int, long)
        && __builtin_choose_expr(sizeof(int) == 4, 1, "never") == 1
        && __builtin_constant_p(1 + 2)
        && __builtin_popcount(0xF0F0u) == 8 && __builtin_clz(1u) == 31 && __builtin_ctz(8u) == 3
        && __builtin_ffs(0) == 0 && __builtin_ffs(12) == 3 && __builtin_parity(7u) == 1
        && __builtin_bswap32(0x01020304u) == 0x04030201u
        && __builtin_bswap16(0x0102) == 0x0201
        && __builtin_abs(-4) == 4
        && __builtin_add_overflow(2147483647, 1, &sum) && sum == -2147483647 - 1
        && !__builtin_mul_overflow(1 << 10, 1 << 10, &product) && product == 1 << 20
        && __builtin_sub_overflow(1, 2, &small) && small == 4294967295u
        && __builtin_clzll(1ull << 40) == 23;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
