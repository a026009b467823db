//@ run: verify %s --property unreach-call --engine directed
//@ truth: holds
//@ verdict: true
// Members of a record behind a pointer are words like variables.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct door {
    int is_locked;
    int is_open;
};
static void step(struct door *door, int event)
{
    if (event == 0 && !door->is_open)
        door->is_locked = 1;
    else if (event == 1)
        door->is_locked = 0;
    else if (event == 2 && !door->is_locked)
        door->is_open = 1;
    else if (event == 3)
        door->is_open = 0;
}
int main(void)
{
    struct door door = { 0, 0 };
    while (1) {
        step(&door, __VERIFIER_nondet_int());
        if (door.is_locked && door.is_open)
            reach_error();
    }
}
