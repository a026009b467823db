//@ run: verify %s --property unreach-call
//@ run: verify %s --property unreach-call --engine threads
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: invariant violated: `inside0 == 0 || inside1 == 0`
// The second thread waits for its own turn: the schedule shows how both come to be inside.
#include <pthread.h>

static int flag[2], turn, inside0, inside1;
//@ invariant inside0 == 0 || inside1 == 0; //~ violated unreach-call

static void *first(void *argument)
{
    while (1) {
        flag[0] = 1;
        turn = 1;
        while (flag[1] && turn == 1)
            ;
        inside0 = 1;
        inside0 = 0;
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
        while (flag[0] && turn == 1)
            ;
        inside1 = 1;
        inside1 = 0;
        flag[1] = 0;
    }
}
