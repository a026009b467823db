// See others-in-the-wrong-order.target.c.
int x, y;
int f(void)
{
    return 0;
}
