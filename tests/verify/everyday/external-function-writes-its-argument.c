//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A function of another file may write where its argument points to.
#include <assert.h>
void read_sensor(int *value);
int main(void)
{
    int value = 0;
    read_sensor(&value);
    assert(value == 0); //~ violated assertion
    return 0;
}
