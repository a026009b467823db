//@ run: verify %s --function f --time 30 --reproducer %t.c
//@ truth: fails
//@ verdict: false(def-behavior)
//@ shows: reproducer: confirmed by cc
// The call that goes wrong is written beside the values that it needs.
struct ring {
    unsigned head;
    int items[8];
};
//@ requires \valid(r) && r->head <= 8;
int f(struct ring *r, int x)
{
    r->items[r->head] = x; //~ violated bounds
    return 0;
}
