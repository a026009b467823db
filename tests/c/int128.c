//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ model: LP64
// Arithmetic of 128 bits, signed and unsigned; only the 64-bit model has the type.
extern void reach_error(void);

int main(void)
{
    __int128 big = (__int128)1 << 100;
    unsigned __int128 all = ~(unsigned __int128)0;
    __uint128_t product = (__uint128_t)0xFFFFFFFFFFFFFFFFull * 0xFFFFFFFFFFFFFFFFull;
    __int128_t negative = -big;
    int ok = (long)(big >> 98) == 4 && (unsigned long)(all >> 64) == 0xFFFFFFFFFFFFFFFFul
        && all + 1 == 0 && (unsigned long)(product >> 64) == 0xFFFFFFFFFFFFFFFEul
        && (unsigned long)product == 1 && negative < 0 && negative / big == -1
        && negative >> 99 == -2 && big % 1000 == 376 && sizeof(big) == 16
        && (double)big == 1267650600228229401496703205376.0;
    if (ok)
        reach_error(); //~ violated unreach-call
    return 0;
}
