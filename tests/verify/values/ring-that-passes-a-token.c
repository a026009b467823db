//@ run: verify %s --property unreach-call --engine values
//@ truth: holds
//@ verdict: true
// Three threads of a scheduler pass a token on, which each counts up by one. Where each stands is one of few
// constants, and the token is told from what it was.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

enum { RUNNABLE, RUNNING, WAITING };
int master_at, first_at, second_at;
int master, first, second;
int token, local;

static void run_master(void)
{
    if (master_at == 1 && token != (int)((unsigned)local + 2u))
        reach_error();
    token = __VERIFIER_nondet_int();
    local = token;
    master_at = 1;
    master = WAITING;
    if (first_at == 1)
        first = RUNNABLE;
}

static void run_first(void)
{
    if (first_at == 1) {
        token = (int)((unsigned)token + 1u);
        if (second_at == 1)
            second = RUNNABLE;
    }
    first_at = 1;
    first = WAITING;
}

static void run_second(void)
{
    if (second_at == 1) {
        token = (int)((unsigned)token + 1u);
        if (master_at == 1)
            master = RUNNABLE;
    }
    second_at = 1;
    second = WAITING;
}

int main(void)
{
    master = WAITING;
    while (1) {
        if (first == RUNNABLE && __VERIFIER_nondet_int()) {
            first = RUNNING;
            run_first();
        }
        if (second == RUNNABLE && __VERIFIER_nondet_int()) {
            second = RUNNING;
            run_second();
        }
        if (master == WAITING && master_at == 0 && first == WAITING && second == WAITING)
            master = RUNNABLE;
        if (master == RUNNABLE && __VERIFIER_nondet_int()) {
            master = RUNNING;
            run_master();
        }
    }
}
