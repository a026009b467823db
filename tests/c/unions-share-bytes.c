//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Reading another member of a union reinterprets the bytes, little end first.
extern void reach_error(void);

union number { float f; unsigned u; unsigned char b[4]; };

int main(void)
{
    union number one = { 1.0f };
    union number two;
    two.u = one.u + (1u << 23);
    double d = -0.0;
    unsigned long long bits;
    __builtin_memcpy(&bits, &d, sizeof(bits));
    if (one.u == 0x3F800000u && one.b[3] == 0x3F && two.f == 2.0f && bits == 1ull << 63)
        reach_error(); //~ violated unreach-call
    return 0;
}
