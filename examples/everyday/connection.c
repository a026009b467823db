//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A connection with four states: it can be used exactly while it is open, and gives up after five retries.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MAX_RETRIES 5
enum state { CLOSED, CONNECTING, OPEN, CLOSING };
enum event { CONNECT, ACKNOWLEDGE, TIMEOUT, DISCONNECT, N_EVENTS };

struct connection {
    enum state state;
    int n_retries;
    int is_usable;
};

static void step(struct connection *c, enum event event)
{
    switch (c->state) {
    case CLOSED:
        if (event == CONNECT) {
            c->state = CONNECTING;
            c->n_retries = 0;
        }
        break;
    case CONNECTING:
        if (event == ACKNOWLEDGE) {
            c->state = OPEN;
            c->is_usable = 1;
        } else if (event == DISCONNECT) {
            c->state = CLOSED;
        } else if (event == TIMEOUT) {
            c->n_retries++;
            if (c->n_retries == MAX_RETRIES)
                c->state = CLOSED;
        }
        break;
    case OPEN:
        if (event == DISCONNECT) {
            c->state = CLOSING;
            c->is_usable = 0;
        }
        break;
    case CLOSING:
        if (event == ACKNOWLEDGE || event == TIMEOUT)
            c->state = CLOSED;
        break;
    }
}

int main(void)
{
    struct connection c = { CLOSED, 0, 0 };
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event < 0 || event >= N_EVENTS)
            break;
        step(&c, (enum event)event);
        assert(c.is_usable == (c.state == OPEN));
        assert(c.n_retries <= MAX_RETRIES);
    }
    return 0;
}
