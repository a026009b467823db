//@ run: verify %s --engine directed --property unreach-call --property memsafety --cpu-time 3 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// The same with one loss that is not counted, behind so many rounds that no run gets there: no equation holds.
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
                queue.n_lost += queue.n_lost != 100000;
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
