//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: fails
//@ verdict: false(unreach-call)
// The turn is given away before the wish is told: both may go in.
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int flag0, flag1, turn, inside;
unsigned work;

void *zero(void *unused)
{
    while (1) {
        turn = 1;
        flag0 = 1;
        while (flag1 && turn == 1)
            ;
        inside++;
        if (inside != 1)
            reach_error(); //~ violated unreach-call
        work = work * 3 + __VERIFIER_nondet_int();
        inside--;
        flag0 = 0;
    }
}

void *one(void *unused)
{
    while (1) {
        flag1 = 1;
        turn = 0;
        while (flag0 && turn == 0)
            ;
        inside++;
        if (inside != 1)
            reach_error();
        work += 5;
        inside--;
        flag1 = 0;
    }
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, zero, 0);
    pthread_create(&second, 0, one, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
