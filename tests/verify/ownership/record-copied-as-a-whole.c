//@ run: verify %s --property no-data-race --time 20
//@ truth: fails
//@ verdict: false(no-data-race)
// A record is copied while another thread writes a field of it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
    int left, right;
};

static struct pair shared;

static void *copies(void *argument)
{
    struct pair copy = shared;
    return copy.left ? argument : 0;
}

static void *writes(void *argument)
{
    shared.right = __VERIFIER_nondet_int(); //~ violated no-data-race
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, copies, 0);
    pthread_create(&thread, 0, writes, 0);
    return 0;
}
