//@ run: invariants %s
//@ exit: 0
//@ shows: `first` before `inside = 1`; each time it stands there:
//@ shows:     flag[0] == 1
//@ shows:     turn to 0
//@ shows: for any number of states. All of it was checked again.
// There are too many states to go through them: what boxes say of each place is told.
#include <pthread.h>

extern void reach_error(void);
static int flag[2], turn, inside;
static unsigned work;

static void *first(void *argument)
{
    while (1) {
        flag[0] = 1;
        turn = 1;
        while (flag[1] && turn == 1)
            ;
        inside = 1;
        work = work + 1;
        if (inside != 1)
            reach_error();
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
        work = 3 * work + 1;
        if (inside != 0)
            reach_error();
        flag[1] = 0;
    }
}
