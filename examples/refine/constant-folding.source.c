// Constant folding and constant propagation (Fig. 9): the source.
int x, y, z, a;

void f(void)
{
    x = 100;
    y = x + 6;
    if (y < 200) {
        z = x + y;
    }
}
