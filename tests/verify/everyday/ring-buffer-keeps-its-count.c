//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The count of a ring buffer of eight stays between 0 and 8.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define SIZE 8
struct ring { int data[SIZE]; unsigned head, tail, count; };
static int put(struct ring *r, int x)
{
    if (r->count == SIZE)
        return 0;
    r->data[r->head] = x;
    r->head = (r->head + 1) % SIZE;
    r->count++;
    return 1;
}
static int get(struct ring *r, int *x)
{
    if (r->count == 0)
        return 0;
    *x = r->data[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    r->count--;
    return 1;
}
int main(void)
{
    struct ring r = {0};
    while (__VERIFIER_nondet_int()) {
        int x;
        if (__VERIFIER_nondet_int())
            put(&r, __VERIFIER_nondet_int());
        else
            get(&r, &x);
        assert(r.count <= SIZE);
    }
    return 0;
}
