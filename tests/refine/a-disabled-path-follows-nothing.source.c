// See a-disabled-path-follows-nothing.target.c.
extern void __VERIFIER_assume(int);
int x;
void f(void)
{
    int r = x;
    __VERIFIER_assume(r == 1);
}
