//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Other files cannot name a static variable, and its address is never given away.
#include <assert.h>
static int mode;
void reconfigure(void);
int main(void)
{
    mode = 1;
    reconfigure();
    assert(mode == 1);
    return 0;
}
