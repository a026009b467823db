//@ run: verify %s --property unreach-call --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
// Both are inside, and nobody waits for the other.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int flag1, flag2;
static int owner;

static void *first(void *argument)
{
    while (1) {
        flag1 = 1;
        while (flag2 >= 3)
            ;
        flag1 = 3;
        if (flag2 == 1) {
            flag1 = 2;
            while (flag2 != 4)
                ;
        }
        flag1 = 4;
        owner = 1;
        if (owner != 1)
            reach_error();
        int seen;
        do
            seen = flag2;
        while (seen == 2 || seen == 3);
        flag1 = 0;
    }
    return argument;
}

static void *second(void *argument)
{
    while (1) {
        flag2 = 1;
        while (flag1 >= 3)
            ;
        flag2 = 3;
        if (flag1 == 1) {
            flag2 = 2;
            while (flag1 != 4)
                ;
        }
        flag2 = 4;
        owner = 2;
        if (owner != 2)
            reach_error(); //~ violated unreach-call
        flag2 = 0;
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
