//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Unsigned arithmetic wraps around, at every width; shifts of unsigned values fill with zeros.
extern void reach_error(void);

int main(void)
{
    unsigned u = 0;
    unsigned long long w = ~0ull;
    unsigned char c = 0;
    u--;
    c--;
    if (u == 4294967295u && u + 2 == 1 && w * w == 1 && c == 255 && u >> 31 == 1
        && (u << 4) == 0xFFFFFFF0u && -u == 1 && w >> 63 == 1)
        reach_error(); //~ violated unreach-call
    return 0;
}
