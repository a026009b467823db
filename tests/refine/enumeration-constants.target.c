//@ run: refine %s tests/refine/enumeration-constants.source.c
//@ truth: holds
//@ verdict: true
//@ shows: other threads write `state` only if state != BUSY
// Clauses may name constants of enumerations: while it is busy, nobody else changes the state.
//@ env state: only if state != BUSY;
//@ requires state == IDLE || state >= BUSY;
enum mode { IDLE, BUSY = 4, DONE };
enum mode state;
int f(void)
{
    state = BUSY;
    return state;
}
