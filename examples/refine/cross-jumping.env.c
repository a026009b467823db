// Cross jumping (Fig. 12): what other threads run.
int a, b, c, x, y;
void env(void)
{
    x = a + b;
    b = a + 2;
    c = 5 * a + b;
    y = x - 5;
    b = x + c;
}
