//@ run: invariants %s
//@ exit: 0
//@ shows: `first` before `inside = 1`; each time it stands there:
//@ shows:     flag[0] == 1
//@ shows:     turn == 1 || flag[1] == 1
//@ shows:     turn to 0
//@ shows: exact, from all states. All of it was checked again.
//@ run: invariants %s --json
//@ exit: 0
//@ shows: "turn == 1 || flag[1] == 1"
// Per thread and place: what holds there, and what the others may change meanwhile.
#include <pthread.h>

static int flag[2], turn, inside;

static void *first(void *argument)
{
    while (1) {
        flag[0] = 1;
        turn = 1;
        while (flag[1] && turn == 1)
            ;
        inside = 1;
        flag[0] = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    while (1) {
        flag[1] = 1;
        turn = 0;
        while (flag[0] && turn == 0)
            ;
        inside = 0;
        flag[1] = 0;
    }
}
