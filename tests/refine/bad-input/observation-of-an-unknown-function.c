//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// Nobody calls it.
//@ observe call(sned); //~ error[E1103]: neither program calls a function `sned`
int x;
void f(void)
{
    x = 1;
}
