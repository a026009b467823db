//@ run: verify %s --property unreach-call --time 10
//@ truth: holds
//@ verdict: true
// The number that a thread draws is written through a pointer to its local variable.
#include <limits.h>
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned next, serving;
static int inside;

static void draw(unsigned *number)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next != UINT_MAX);
    *number = next;
    next = next + 1;
    __VERIFIER_atomic_end();
}

static void *run(void *argument)
{
    unsigned mine;
    draw(&mine);
    while (serving != mine)
        ;
    inside = 1;
    if (inside != 1)
        reach_error();
    inside = 0;
    serving++;
    return argument;
}

int main(void)
{
    while (1) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
    }
}
