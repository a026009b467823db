//@ run: verify %s --cpu-time 20
//@ truth: fails
//@ verdict: unknown(unsupported)
// A handler may run at any moment.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t is_caught;
static void catch(int number)
{
    is_caught = 1;
}
int main(void)
{
    signal(SIGINT, catch);
    assert(!is_caught);
    return 0;
}
