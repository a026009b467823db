// See a-division-that-is-sunk.target.c.
int x, y;
void f(int a, int b)
{
    int t = a / b;
    if (x)
        y = t;
}
