// See nothing-can-start.target.c.
int x;
void f(void)
{
    x = 2;
}
