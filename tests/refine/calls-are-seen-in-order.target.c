//@ run: refine %s tests/refine/calls-are-seen-in-order.source.c
//@ truth: fails
//@ verdict: false(refinement)
// Two calls of functions without body, swapped.
extern void first(int), second(int);
void f(int n)
{
    second(n);
    first(n);
}
