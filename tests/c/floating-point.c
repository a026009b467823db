//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Floats round to nearest even in their own format; NaN compares unequal; infinities order.
extern void reach_error(void);

int main(void)
{
    double third = 1.0 / 3, zero = 0.0;
    float narrow = third;
    double inf = 1 / zero, nan = zero / zero;
    long double wide = 1.0L + 0x1p-60L;
    if (0.1 + 0.2 != 0.3 && 0.1f + 0.2f == 0.3f && narrow != third && nan != nan && inf > 1e308
        && -inf < 0 && 1 / -zero == -inf && 0x1p-1074 / 2 == 0 && wide != 1 && (double)wide == 1
        && 9007199254740993.0 == 9007199254740992.0 && (int)2.9999999 == 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
