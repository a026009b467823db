//@ run: verify %s
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: Checks: 1 violated, 1 not reached by any run, 3 proved
//@ shows: overflow: 1 violated, 1 not reached by any run, 1 proved
// Behind the violation, the other checks have their answers: the second sum fits whenever the first
// does.
#include <assert.h>
extern int read_sensor(void);
int never(int x)
{
    return x + 1;
}
int main(void)
{
    int x = read_sensor();
    int next = x + 1; //~ violated no-overflow
    int one = next - x;
    assert(one == 1);
    return 0;
}
