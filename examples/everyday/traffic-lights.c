//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// The lights of a crossing: two roads are never let through at once, and green is not followed by red.
#include <assert.h>
#include <stdbool.h>
extern _Bool __VERIFIER_nondet_bool(void);

enum light { RED, RED_AMBER, GREEN, AMBER };
enum { MIN_GREEN = 10, MAX_GREEN = 60, CLEARING = 3 };

struct crossing {
    enum light lights[2];
    int turn; /* the road that may go, or goes next */
    int seconds; /* since the last change */
};

static void change(struct crossing *crossing, enum light light)
{
    crossing->lights[crossing->turn] = light;
    crossing->seconds = 0;
}

static void tick(struct crossing *crossing, bool others_wait)
{
    crossing->seconds++;
    switch (crossing->lights[crossing->turn]) {
    case RED:
        if (crossing->seconds >= CLEARING)
            change(crossing, RED_AMBER);
        break;
    case RED_AMBER:
        change(crossing, GREEN);
        break;
    case GREEN:
        if ((others_wait && crossing->seconds >= MIN_GREEN) || crossing->seconds >= MAX_GREEN)
            change(crossing, AMBER);
        break;
    case AMBER:
        if (crossing->seconds >= CLEARING) {
            change(crossing, RED);
            crossing->turn = 1 - crossing->turn;
        }
        break;
    }
}

int main(void)
{
    struct crossing crossing = { { RED, RED }, 0, 0 };
    for (;;) {
        enum light before = crossing.lights[0];
        tick(&crossing, __VERIFIER_nondet_bool());
        assert(crossing.lights[0] == RED || crossing.lights[1] == RED);
        assert(!(before == GREEN && crossing.lights[0] == RED));
        assert(crossing.seconds < MAX_GREEN);
    }
}
