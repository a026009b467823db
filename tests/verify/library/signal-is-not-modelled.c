//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A handler may run at any time.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t flag;
static void handler(int number) { flag = 1; }
int main(void)
{
    signal(SIGINT, handler);
    if (flag)
        reach_error();
    return 0;
}
