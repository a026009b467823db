//@ run: verify %s --property unreach-call --externals pure
//@ verdict: unknown(inconclusive)
// Whoever fills the record is not here; as long as it holds zeros, every run ends at the pointer in it. A
// proof that rests on those zeros says nothing about the driver.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int register_device(void *device);

struct device {
    int *state;
};

int main(void)
{
    struct device *device = calloc(1, sizeof *device);
    if (device == NULL || register_device(device) != 0)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if (*device->state == 3)
            reach_error();
    }
    return 0;
}
