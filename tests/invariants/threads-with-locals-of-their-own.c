//@ run: invariants %s
//@ exit: 0
//@ shows: `work (thread 2)` before `box.kind = (int)part`; each time it stands there:
//@ shows: `work (thread 3)` before `box.kind = (int)part`; each time it stands there:
//@ shows:     part <= 10
//@ shows:     done == 0 || box.size == 3
//@ shows:     box.kind to numbers from -1 to 10
//@ hides: part to ...
//@ hides: rest to ...
// Two threads run one function: each has its own locals, of which something holds at its places. What others do to theirs
// under the same names is no news for it; what they share with it is.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned sum;
static int done;
static struct {
    int kind;
    unsigned char size;
} box;

static unsigned add(unsigned amount)
{
    unsigned rest = amount;
    if (rest > 10)
        rest = 10;
    sum = sum + rest;
    return rest;
}

static void *work(void *argument)
{
    for (unsigned round = 0; round < 5; round++) {
        unsigned part = add(__VERIFIER_nondet_uint());
        box.kind = (int)part;
        box.size = 3;
    }
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    while (!done)
        ;
    box.kind = -1;
    return 0;
}
