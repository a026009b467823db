//@ run: verify %s --function put --time 30
//@ truth: holds
//@ verdict: true
// All members that are written are listed, one of them by ranges.
struct ring {
    unsigned head, count;
    int items[8];
};

//@ requires \valid(r) && r->count < 8 && r->head < 8;
//@ assigns r->items[0 .. 7], r->count, r->head;
void put(struct ring *r, int x)
{
    r->items[r->head] = x;
    r->head = (r->head + 1) % 8;
    r->count++;
}
