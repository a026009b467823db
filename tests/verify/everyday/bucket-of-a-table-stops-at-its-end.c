//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The walk through the table stops at its last element, whatever the converter measured.
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
static const uint16_t limits[8] = {0, 10, 30, 70, 150, 310, 630, 1000};
static int bucket(uint16_t value)
{
    int i = 0;
    while (i < 7 && limits[i + 1] <= value)
        i++;
    return i;
}
int main(void)
{
    uint16_t raw = __VERIFIER_nondet_ushort();
    return raw <= 4095 ? bucket(raw) : 0;
}
