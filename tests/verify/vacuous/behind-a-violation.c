//@ run: verify %s --all --time 20
//@ truth: fails
//@ verdict: false(no-overflow)
//@ shows: not judged: no run gets to
//@ hides: vacuous:
// Every run ends at the first fault. What is behind it is neither proved nor vacuous.
#include <assert.h>
int main(void)
{
    unsigned char c = 200;
    int r = c << 24; //~ violated no-overflow
    int s = r + 1;
    assert(s == r + 1);
    return 0;
}
