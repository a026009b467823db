//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Integer promotions, usual arithmetic conversions, and conversions on assignment.
extern void reach_error(void);

static short shrink(int x) { return x; }

int main(void)
{
    unsigned char c = 255;
    signed char s = -1;
    unsigned short h = 65535;
    int ok = c + 1 == 256 && (unsigned char)(c + 1) == 0 && ~c == -256 && s < c
        && s > 1u && (long long)s < 1u && h * 1 == 65535 && (h << 1) == 131070
        && shrink(65537) == 1 && (_Bool)0.3 == 1 && (_Bool)(void *)&ok == 1
        && (int)-1.9 == -1 && (unsigned)-1 == 4294967295u && (char)384 == -128
        && -7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4 && 7u / -2 == 0;
    c += 300;
    ok = ok && c == 43;
    c = s;
    ok = ok && c == 255;
    s = 127;
    s++;
    ok = ok && s == -128;
    float f = 16777217;
    ok = ok && f == 16777216;
    c = 100;
    c *= 1.5;
    ok = ok && c == 150;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
