//@ run: verify %s --witness %t.yml --property unreach-call --engine slicing
//@ truth: holds
//@ verdict: true
//@ hides: port
//@ run: check %t.yml %s
//@ verdict: true
// What the memory of a volatile object holds is not what C reads there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef volatile int reg;
static reg port;
int main(void)
{
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
        (void)port;
        if (x == 1000)
            x = y = 0;
    }
    if (x != y)
        reach_error();
    return 0;
}
