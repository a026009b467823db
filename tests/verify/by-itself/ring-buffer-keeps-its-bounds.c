//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// What is required of a ring holds of it afterwards, and a number more is in it.
struct ring {
    unsigned head, count;
    int items[8];
};
//@ requires \valid(r) && r->count <= 8 && r->head < 8;
//@ ensures \result ==> r->count == \old(r->count) + 1;
//@ ensures r->count <= 8 && r->head < 8;
int f(struct ring *r, int x)
{
    if (r->count == 8)
        return 0;
    r->items[r->head] = x;
    if (++r->head == 8)
        r->head = 0;
    r->count++;
    return 1;
}
