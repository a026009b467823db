//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// A condition that names what the source does not have.
//@ requires src.y > 0; //~ error[E1102]: the source has no variable `y`
int x, y;
void f(void)
{
    x = y;
}
