//@ run: verify %s
//@ run: verify %s --data-model ILP32
//@ truth: holds
//@ verdict: true
// Ignoring a signal needs no handler; what is set is told by the next call.
#include <assert.h>
#include <signal.h>
int main(void)
{
    assert(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
    assert(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR);
    struct sigaction act = { .sa_handler = SIG_IGN };
    sigemptyset(&act.sa_mask);
    assert(sigaddset(&act.sa_mask, SIGINT) == 0 && sigismember(&act.sa_mask, SIGINT) == 1);
    assert(sigaction(SIGINT, &act, 0) == 0);
    return 0;
}
