//@ run: verify %s --function put --time 30
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: error[unreach-call]: `put` writes `r->head`, which its `assigns` does not list
// A member that is written is not listed.
struct ring {
    unsigned head, count;
    int items[8];
};

//@ requires \valid(r) && r->count < 8 && r->head < 8;
//@ assigns r->items[0 .. 7], r->count; //~ violated unreach-call
void put(struct ring *r, int x)
{
    r->items[r->head] = x;
    r->head = (r->head + 1) % 8;
    r->count++;
}
