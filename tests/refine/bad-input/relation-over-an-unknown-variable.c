//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// What is related must be a variable of both programs.
//@ relate z; //~ error[E1102]: the target has no global variable `z`
//~^ error[E1102]: the source has no global variable `z`
int x;
void f(void)
{
    x = 1;
}
