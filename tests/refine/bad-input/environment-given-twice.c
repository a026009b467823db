//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// Who would they be?
//@ env "input/source.c";
//@ env "input/unrelated.c"; //~ error[E1108]: others are `tests/refine/bad-input/input/source.c` already
int x;
void f(void)
{
    x = 1;
}
