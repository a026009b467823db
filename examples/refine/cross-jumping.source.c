// Cross jumping (Fig. 12): the source.
int a, b, c, x, y;

void f(void)
{
    if (x > 0) {
        a = a + 5;
        if (y < 0) {
            b = 0;
        }
    } else {
        b = b + 4;
        if (y < 0) {
            b = 0;
        }
    }
}
