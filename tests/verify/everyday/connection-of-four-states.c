//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Data flows only on an open connection.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING };
struct connection { enum state state; int sent; };
static void step(struct connection *c, int event)
{
    switch (c->state) {
    case CLOSED: if (event == 0) c->state = OPENING; break;
    case OPENING: if (event == 1) { c->state = OPEN; c->sent = 0; } break;
    case OPEN: if (event == 2) c->sent = 1; if (event == 3) { c->state = CLOSING; c->sent = 0; } break;
    case CLOSING: c->state = CLOSED; break;
    }
}
int main(void)
{
    struct connection c = { CLOSED, 0 };
    while (__VERIFIER_nondet_int()) {
        step(&c, __VERIFIER_nondet_int());
        assert(!c.sent || c.state == OPEN);
    }
    return 0;
}
