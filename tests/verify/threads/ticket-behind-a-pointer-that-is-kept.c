//@ run: verify %s --property unreach-call --time 5
//@ truth: fails
//@ verdict: false(unreach-call)
// The pointer to the number is kept, and the next thread changes it.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned next, serving;
static unsigned *kept;
static int inside;

static void draw(unsigned *number)
{
    __VERIFIER_atomic_begin();
    if (kept)
        *kept = serving;
    kept = number;
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
        reach_error(); //~ violated unreach-call
    inside = 0;
    while (1)
        ;
    return argument;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, run, &one);
    pthread_create(&two, 0, run, &two);
    pthread_create(&three, 0, run, &three);
    pthread_join(one, 0);
    return 0;
}
