//@ run: verify %s --function f --time 30
//@ truth: fails
//@ verdict: false(def-behavior)
// Where the place of the next item may be anything, the write goes beyond the array.
struct ring {
    unsigned head, count;
    int items[8];
};
//@ requires \valid(r) && r->count <= 8;
int f(struct ring *r, int x)
{
    if (r->count == 8)
        return 0;
    r->items[r->head] = x; //~ violated bounds
    r->count++;
    return 1;
}
