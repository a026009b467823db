//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Bit-fields share storage units, wrap to their width, sign-extend, and promote to int.
extern void reach_error(void);

struct bits {
    unsigned low : 3;
    int mid : 5;
    unsigned : 0;
    unsigned high : 17;
    _Bool flag : 1;
    unsigned long long wide : 40;
};
struct packed_bits { unsigned char a : 4, b : 4; } __attribute__((packed));

int main(void)
{
    struct bits s = { 9, -1, 1 << 16, 2, 0xFFFFFFFFFFull };
    int ok = s.low == 1 && s.mid == -1 && s.high == 65536 && s.flag == 1
        && s.wide == 0xFFFFFFFFFFull;
    s.mid = 16;
    ok = ok && s.mid == -16 && s.low == 1;
    s.low += 7;
    ok = ok && s.low == 0;
    s.low--;
    ok = ok && s.low == 7 && s.mid == -16;
    /* A field narrower than int promotes to int, so this comparison is signed. */
    ok = ok && (s.low - 8 < 0);
    struct packed_bits b = { 3, 12 };
    ok = ok && sizeof(b) == 1 && *(unsigned char *)&b == 0xC3;
    ok = ok && (s.mid = 31) == -1;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
