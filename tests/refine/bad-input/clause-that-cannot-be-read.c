//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// The condition is not complete.
//@ requires x > ; //~ error[E1101]: a name or a number is expected
int x;
void f(void)
{
    x = 1;
}
