//@ run: verify %s --engine slicing --seeds precondition --property unreach-call
//@ truth: holds
//@ verdict: true
// The lock is taken and released on some ways to the inner loop, and not touched on the others:
// all of them end in the same value, though nobody can say there which one was taken.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int lock = 1;

static void take(void)
{
    if (lock != 1)
        reach_error();
    lock = 2;
}

static void release(void)
{
    if (lock != 2)
        reach_error();
    lock = 1;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            take();
            release();
        }
        while (__VERIFIER_nondet_int()) {
            take();
            release();
        }
    }
    take();
    return 0;
}
