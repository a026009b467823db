//@ run: refine %s examples/refine/connection.source.c
//@ truth: fails
//@ verdict: false(refinement)
/* The same after a compiler that goes too far, and stops the timer only when the user was told:
 * the state is read once, and `retries` is kept in a register where
 * nobody else writes it.
 * Timers and the network card run beside it. */
//@ entry event;
//@ env preserves state, retries;
enum state { CLOSED, LISTEN, SYN_SENT, SYN_RECEIVED, ESTABLISHED, FIN_WAIT_1, FIN_WAIT_2,
             CLOSE_WAIT, CLOSING, LAST_ACK, TIME_WAIT };
enum kind { OPEN_PASSIVE, OPEN_ACTIVE, SYN, SYN_ACK, ACK, FIN, CLOSE, TIMEOUT, RESET };

int state;      /* where the connection is */
int retries;    /* how often the last segment was sent again */
int window;     /* what the peer allows; the card writes it */
int alarm_set;  /* whether a timer runs; the clock clears it */
int errors;     /* counted by everybody */

extern void send(int what);
extern void notify(int what);

static void count_error(void)
{
    int seen = errors;
    errors = seen + 1;
}

static void start_timer(void)
{
    alarm_set = 1;
}

static void stop_timer(void)
{
    alarm_set = 0;
}

static void reset_all(void)
{
    retries = 0;
    stop_timer();
    state = CLOSED;
}

static int on_open(int kind, int now)
{
    if (now != CLOSED) {
        count_error();
        return -1;
    }
    if (kind == OPEN_PASSIVE) {
        state = LISTEN;
        return 0;
    }
    send(SYN);
    start_timer();
    state = SYN_SENT;
    return 0;
}

static int on_syn(int now)
{
    if (now == LISTEN) {
        send(SYN_ACK);
        start_timer();
        state = SYN_RECEIVED;
        return 0;
    }
    if (now == SYN_SENT) {
        send(ACK);
        state = SYN_RECEIVED;
        return 0;
    }
    count_error();
    return -1;
}

static int on_syn_ack(int now)
{
    if (now != SYN_SENT) {
        count_error();
        return -1;
    }
    send(ACK);
    retries = 0;
    state = ESTABLISHED;
    notify(ESTABLISHED);
    stop_timer();
    return 0;
}

static int on_ack(int now)
{
    switch (now) {
    case SYN_RECEIVED:
        stop_timer();
        retries = 0;
        state = ESTABLISHED;
        notify(ESTABLISHED);
        return 0;
    case FIN_WAIT_1:
        stop_timer();
        state = FIN_WAIT_2;
        return 0;
    case CLOSING:
        start_timer();
        state = TIME_WAIT;
        return 0;
    case LAST_ACK:
        reset_all();
        notify(CLOSED);
        return 0;
    case ESTABLISHED: {
        int space = window;
        if (space > 0)
            send(ACK);
        return 0;
    }
    default:
        count_error();
        return -1;
    }
}

static int on_fin(int now)
{
    if (now == ESTABLISHED) {
        send(ACK);
        state = CLOSE_WAIT;
        notify(FIN);
        return 0;
    }
    if (now == FIN_WAIT_1) {
        send(ACK);
        state = CLOSING;
        return 0;
    }
    if (now == FIN_WAIT_2) {
        send(ACK);
        start_timer();
        state = TIME_WAIT;
        return 0;
    }
    count_error();
    return -1;
}

static int on_close(int now)
{
    if (now == LISTEN || now == SYN_SENT) {
        reset_all();
        return 0;
    }
    if (now == ESTABLISHED || now == SYN_RECEIVED) {
        send(FIN);
        start_timer();
        state = FIN_WAIT_1;
        return 0;
    }
    if (now == CLOSE_WAIT) {
        send(FIN);
        start_timer();
        state = LAST_ACK;
        return 0;
    }
    count_error();
    return -1;
}

static int on_timeout(int now)
{
    if (now == TIME_WAIT) {
        reset_all();
        notify(CLOSED);
        return 0;
    }
    int tried = retries;
    if (tried >= 3) {
        reset_all();
        notify(RESET);
        return -1;
    }
    retries = tried + 1;
    send(now);
    start_timer();
    return 0;
}

int event(int kind)
{
    int now = state;
    switch (kind) {
    case OPEN_PASSIVE:
    case OPEN_ACTIVE:
        return on_open(kind, now);
    case SYN:
        return on_syn(now);
    case SYN_ACK:
        return on_syn_ack(now);
    case ACK:
        return on_ack(now);
    case FIN:
        return on_fin(now);
    case CLOSE:
        return on_close(now);
    case TIMEOUT:
        return on_timeout(now);
    default:
        reset_all();
        return 0;
    }
}
