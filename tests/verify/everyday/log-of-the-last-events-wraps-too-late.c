//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// The log wraps behind the element behind its end.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N_EVENTS 16
struct log {
    int events[N_EVENTS];
    unsigned next, n;
};

static void note(struct log *log, int event)
{
    log->events[log->next] = event;
    log->next = (log->next + 1) % (N_EVENTS + 1);
    if (log->n < N_EVENTS)
        log->n++;
}

static int latest(const struct log *log)
{
    return log->events[(log->next + N_EVENTS - 1) % N_EVENTS];
}

int main(void)
{
    struct log log = { { 0 }, 0, 0 };
    while (__VERIFIER_nondet_int()) {
        int event = __VERIFIER_nondet_int();
        note(&log, event);
        assert(latest(&log) == event); //~ violated assertion
        assert(log.n >= 1 && log.n <= N_EVENTS);
    }
    return 0;
}
