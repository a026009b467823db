// See a-division-that-is-hoisted.target.c.
int x, y;
void f(int a, int b)
{
    if (x)
        y = a / b;
}
