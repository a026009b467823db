//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// The front end's own message.
int x;
void f(void)
{
    x = y; //~ error[E0201]: `y`
}
