//@ run: refine %s tests/refine/bad-input/input/source.c
//@ exit: 3
// The file is looked for beside this one.
//@ env "nowhere.c"; //~ error[E1104]: cannot read
int x;
void f(void)
{
    x = 1;
}
