//@ run: verify %s tests/witness/input/units/step.c --witness %t.yml --property unreach-call
//@ truth: holds
//@ verdict: true
//@ hides: port
//@ run: check %t.yml %s tests/witness/input/units/step.c
//@ verdict: true
//@ run: check %t.yml tests/witness/input/units/step.c %s
//@ verdict: true
// The proof speaks of one file's `n`, and the other file has another one, and a volatile object, of which
// nothing is said.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void step(void);
extern int steps;
static int n;
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        step();
        n++;
        if (n == 1000)
            n = steps = 0;
    }
    if (steps != n)
        reach_error();
    return 0;
}
