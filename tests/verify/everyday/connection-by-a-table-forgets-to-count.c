//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The table has the wrong handler for closing an open connection: the count stays.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, CONNECTING, CONNECTED, N_STATES };
enum event { OPEN, ACK, CLOSE, N_EVENTS };
typedef enum state (*handler)(void);
static int connections;
static enum state open(void) { return CONNECTING; }
static enum state ack(void)
{
    connections++;
    return CONNECTED;
}
static enum state close(void) { return IDLE; }
static enum state stay_idle(void) { return IDLE; }
static enum state stay_connecting(void) { return CONNECTING; }
static enum state stay_connected(void) { return CONNECTED; }
static const handler table[N_STATES][N_EVENTS] = {
    {open, stay_idle, stay_idle},
    {stay_connecting, ack, close},
    {stay_connected, stay_connected, close},
};
int main(void)
{
    enum state state = IDLE;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int event = __VERIFIER_nondet_int();
        if (event < 0 || event >= N_EVENTS)
            continue;
        state = table[state][event]();
        assert(connections == (state == CONNECTED)); //~ violated assertion
    }
    return 0;
}
