// See a-pointer-is-not-modelled.target.c.
int x;
int f(int *p)
{
    return *p;
}
