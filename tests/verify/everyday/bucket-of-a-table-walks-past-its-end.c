//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// A value above the last limit leads behind the table.
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
static const uint16_t limits[8] = {0, 10, 30, 70, 150, 310, 630, 1000};
static int bucket(uint16_t value)
{
    int i = 0;
    while (limits[i + 1] <= value) //~ violated valid-deref
        i++;
    return i;
}
int main(void)
{
    uint16_t raw = __VERIFIER_nondet_ushort();
    return raw <= 4095 ? bucket(raw) : 0;
}
