//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A button that bounces: it counts as pressed or released once four samples in a row say so, and not before.
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define N_STABLE 4

struct button {
    bool is_pressed;
    int n_different; /* samples in a row that say otherwise */
};

/* Whether the button has changed with this sample. */
static bool sample(struct button *button, bool is_down)
{
    if (is_down == button->is_pressed) {
        button->n_different = 0;
        return false;
    }
    button->n_different++;
    if (button->n_different < N_STABLE)
        return false;
    button->is_pressed = is_down;
    button->n_different = 0;
    return true;
}

int main(void)
{
    struct button button = { false, 0 };
    bool last[N_STABLE] = { false };
    while (__VERIFIER_nondet_int()) {
        for (int i = N_STABLE - 1; i > 0; i--)
            last[i] = last[i - 1];
        last[0] = __VERIFIER_nondet_bool();
        bool is_changed = sample(&button, last[0]);
        assert(button.n_different >= 0 && button.n_different < N_STABLE);
        bool is_stable = true;
        for (int i = 1; i < N_STABLE; i++)
            is_stable = is_stable && last[i] == last[0];
        if (is_changed)
            assert(is_stable);
        if (is_stable)
            assert(button.is_pressed == last[0]);
    }
    return 0;
}
