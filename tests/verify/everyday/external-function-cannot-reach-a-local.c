//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Nobody else knows the address of a local variable.
#include <assert.h>
void log_event(int code);
int main(void)
{
    int value = 0;
    log_event(3);
    assert(value == 0);
    return 0;
}
