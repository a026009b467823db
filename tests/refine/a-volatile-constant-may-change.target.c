//@ run: refine %s tests/refine/a-volatile-constant-may-change.source.c
//@ truth: fails
//@ verdict: false(refinement)
// A device may change what the program must not: two reads may differ.
const volatile int clock;

int f(void)
{
    int a = clock;
    int b = clock;
    return a == b;
}
