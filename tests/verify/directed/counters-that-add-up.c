//@ run: verify %s --engine directed --property unreach-call --property memsafety --cpu-time 30
//@ truth: holds
//@ verdict: true
// What came in is what went out, was lost or is still there: an equation of four counters of two widths, which
// the program says only as its assertion, and which runs suggest.
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);

struct queue {
    unsigned n_in, n_out, n_lost;
    uint8_t count;
    uint8_t bytes[8];
};

int main(void)
{
    struct queue queue = { 0 };
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (event > 0) {
            queue.n_in++;
            if (queue.count == 8)
                queue.n_lost++;
            else
                queue.bytes[queue.count++] = (uint8_t)event;
        } else if (queue.count > 0) {
            queue.count--;
            queue.n_out++;
        }
        assert(queue.count <= 8);
        assert(queue.n_in == queue.n_out + queue.n_lost + queue.count);
    }
}
