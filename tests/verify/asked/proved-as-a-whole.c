//@ run: verify %s
//@ truth: holds
//@ verdict: true
//@ shows: Proved: it always holds.
// Assertion, subscripts, division and addition at once.
#include <assert.h>
extern int read_sensor(void);
static int table[4] = {1, 2, 4, 8};
int main(void)
{
    int i = read_sensor() & 3;
    int share = 64 / table[i];
    assert(share + i <= 67);
    return 0;
}
