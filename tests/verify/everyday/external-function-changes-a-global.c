//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A global that other files can see may change in any call of theirs.
#include <assert.h>
int mode;
void reconfigure(void);
int main(void)
{
    mode = 1;
    reconfigure();
    assert(mode == 1); //~ violated assertion
    return 0;
}
