//@ run: verify %s --engine slicing --seeds precondition
//@ truth: holds
//@ verdict: unknown(inconclusive)
//@ shows: assertions: 1 open
//@ shows: memory safety: 1 proved
// That the number stays even is no part of what holds before the loop, so that slicing alone does not
// find it; what is proved is said all the same.
#include <assert.h>
extern unsigned read_sensor(void);
static unsigned table[8];
int main(void)
{
    unsigned even = 0;
    while (read_sensor()) {
        even += 2;
        table[even & 7] = 1;
    }
    assert(even % 2 == 0);
    return 0;
}
