//@ run: verify %s --function put
//@ truth: holds
//@ verdict: true
// A ring of numbers, with what its functions may count on and what they promise.
//
//     linchpin verify examples/c/ring.c --function put

struct ring {
    unsigned head, count;
    int items[8];
};

//@ requires \valid(r) && r->count <= 8 && r->head < 8;
//@ ensures \result ==> r->count == \old(r->count) + 1;
//@ ensures r->count <= 8 && r->head < 8;
int put(struct ring *r, int x)
{
    if (r->count == 8)
        return 0;
    r->items[r->head] = x;
    if (++r->head == 8)
        r->head = 0;
    r->count++;
    return 1;
}

// Nothing is said here: what may `head` and `count` be?
int oldest(const struct ring *r)
{
    return r->items[r->head + 8 - r->count];
}
