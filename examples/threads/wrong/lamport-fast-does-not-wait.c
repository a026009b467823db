//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Who was overtaken has to wait until the other one has decided.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int b1, b2, x, y;
static int owner;

static void *first(void *argument)
{
    while (1) {
    start:
        b1 = 1;
        x = 1;
        if (y != 0) {
            b1 = 0;
            while (y != 0)
                ;
            goto start;
        }
        y = 1;
        if (x != 1) {
            b1 = 0;
            if (y != 1) {
                while (y != 0)
                    ;
                goto start;
            }
        }
        owner = 1;
        if (owner != 1)
            reach_error(); //~ violated unreach-call
        y = 0;
        b1 = 0;
    }
    return argument;
}

static void *second(void *argument)
{
    while (1) {
    start:
        b2 = 1;
        x = 2;
        if (y != 0) {
            b2 = 0;
            while (y != 0)
                ;
            goto start;
        }
        y = 2;
        if (x != 2) {
            b2 = 0;
            if (y != 2) {
                while (y != 0)
                    ;
                goto start;
            }
        }
        owner = 2;
        if (owner != 2)
            reach_error();
        y = 0;
        b2 = 0;
    }
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, second, 0);
    first(0);
    return 0;
}
