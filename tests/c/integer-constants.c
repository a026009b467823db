//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The type of a constant is the first that holds it, by base and suffix.
extern void reach_error(void);

#define IS(type, e) _Generic((e), type: 1, default: 0)

int main(void)
{
    int ok = IS(int, 2147483647) && IS(unsigned, 0xFFFFFFFF) && IS(unsigned, 2147483648u)
        && IS(long long, 1LL) && IS(unsigned long, 1ul) && IS(unsigned long long, 0xFFull)
        && 0b1011 == 11 && 0x1F == 31 && 017 == 15
        && IS(float, 1.5f) && IS(double, 1e3) && IS(long double, 1.L) && 0x1.8p1 == 3.0
        && 1e-2 < 0.011 && .5 == 0.5 && IS(int, 'a') && -1 < 0 && -1 > 0u - 2;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
