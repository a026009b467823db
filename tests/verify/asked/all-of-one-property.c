//@ run: verify %s --all --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Two assertions fail, each on a run on which the other holds.
#include <assert.h>
extern int read_sensor(void);
int main(void)
{
    int x = read_sensor();
    assert(x < 1000); //~ violated assertion
    assert(x > -1000); //~ violated assertion
    assert(x != 5000);
    return 0;
}
